import { beforeEach, expect, it, vi } from 'vitest';
import type { ListShape } from '../../../../src/renderer/src/fields/model/views.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, text: string) => stored.set(name, text),
  removeItem: (name: string) => stored.delete(name),
});
const { PLAIN_LIST } = await import('../../../../src/renderer/src/fields/model/views.ts');
const { setList, setShape, listStore } =
  await import('../../../../src/renderer/src/screens/records/state/listStore.ts');
const { closeRecords, goTo, select, setDensity, viewStore } =
  await import('../../../../src/renderer/src/state/view.ts');

beforeEach(() => {
  stored.clear();
  listStore.setState({ lists: {} });
});

interface State {
  readonly lists: Record<string, { view: string | null; shape: ListShape }>;
  readonly density: string;
  readonly selected: Record<string, string>;
}

/** Returns the state that the store of that name would start with in the next window. */
const kept = (name: string) => (JSON.parse(stored.get(name) ?? '{}') as { state: State }).state;

/** Changes the storage as another window does that does not know of this one. */
const changeElsewhere = (name: string, change: (state: State) => State) => {
  stored.set(name, JSON.stringify({ state: change(kept(name)), version: 0 }));
};

/** Changes the shape of the products' list as another window does. */
const shapeElsewhere = (part: Partial<ListShape>) =>
  changeElsewhere('cabinet:records', (state) => {
    const { view, shape } = state.lists['products'] ?? { view: null, shape: PLAIN_LIST };
    return {
      ...state,
      lists: { ...state.lists, products: { view, shape: { ...shape, ...part } } },
    };
  });

const COLUMNS = { order: [], hidden: null, widths: { name: 300 } };

it('columns that another window arranged stay when a list is changed here', () => {
  setShape('products', { search: '' });
  shapeElsewhere({ columns: COLUMNS });
  setShape('products', { sort: { field: 'name', descending: true } });
  setList('fittings', { view: 'Hinges' });
  const { products, fittings } = kept('cabinet:records').lists;
  const sort = { field: 'name', descending: true };
  expect(products?.shape).toMatchObject({ columns: COLUMNS, sort });
  expect(fittings?.view).toBe('Hinges');
});

it('a part that was changed in both windows is as it was changed last', () => {
  setShape('products', { pending: 'any' });
  shapeElsewhere({ pending: 'attention' });
  setShape('products', { pending: null });
  expect(kept('cabinet:records').lists['products']?.shape.pending).toBeNull();
});

it('the search is kept, so that Cabinet opens where it was left', () => {
  setShape('products', { search: '' });
  setShape('products', { search: 'hinge' });
  expect(kept('cabinet:records').lists['products']?.shape.search).toBe('hinge');
});

it('the height of rows that another window chose stays when a screen is changed here', () => {
  setDensity('normal');
  goTo('outbox');
  changeElsewhere('cabinet:view', (state) => ({ ...state, density: 'compact' }));
  select('fittings', 'a');
  expect(kept('cabinet:view')).toMatchObject({
    density: 'compact',
    selected: { fittings: 'a' },
  });
  expect(viewStore.getState().density).toBe('normal');
});

it('what is emptied here is empty, whatever another window put there', () => {
  select('fittings', 'a');
  changeElsewhere('cabinet:view', (state) => ({ ...state, selected: { materials: 'm' } }));
  closeRecords();
  expect(kept('cabinet:view').selected).toEqual({});
});
