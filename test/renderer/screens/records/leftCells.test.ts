import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { cellCore } from '../../cellCore.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
/** Names of the locks that open windows hold. */
const held = new Set<string>();
const request = async (name: string, _how: LockOptions, work: LockGrantedCallback<unknown>) => {
  if (held.has(name)) return work(null);
  held.add(name);
  return work({ name, mode: 'exclusive' });
};
vi.stubGlobal('navigator', { locks: { request } });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { toastStore, dismissAll } = await import('../../../../src/renderer/src/state/toasts.ts');
const { CellEdits } =
  await import('../../../../src/renderer/src/screens/records/grid/cellEdits.ts');

const kind = 'fittings';
const { price } = resourceOf(kind).fields;
if (price === undefined) throw new Error('no such field');

const { sent, drafts, answers, core } = cellCore();

let cells = new CellEdits(kind);

/** Opens the same list in another window. */
async function anotherWindow() {
  vi.resetModules();
  const other = await import('../../../../src/renderer/src/state/core.ts');
  other.followCore(core.client);
  const { CellEdits } =
    await import('../../../../src/renderer/src/screens/records/grid/cellEdits.ts');
  return new CellEdits(kind);
}

function openingOf(id: string, text: string) {
  return {
    id,
    title: `Hinge ${id}`,
    row: 0,
    name: 'price',
    field: price ?? never(),
    text,
    first: '8,90',
    was: '8.90',
    purpose: 'update' as const,
    overwrites: true,
  };
}
const never = (): never => {
  throw new Error('no such field');
};
/** Starts an edit in the price of a record, as typing over it does. */
const begin = (id: string, text: string) => cells.open(openingOf(id, text));
const prices = () => sent.map(({ update: { ref, values } }) => [ref, values['price']]);
const textIn = (id: string) => drafts.get(`record:${kind}:${id}`);
const said = () => toastStore.getState().toasts.length;

beforeEach(() => {
  followCore(core.client);
  sent.length = 0;
  drafts.clear();
  dismissAll();
  cells = new CellEdits(kind);
});

describe('whoever closes the window over a cell', () => {
  const formOf = (id: string) => (textIn(id) as { readonly typed?: Json } | undefined)?.typed;

  /** Runs the remaining microtasks of a closing page; no answer of the core arrives any more. */
  async function dying(): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  }

  /** Opens the list again in a new page. */
  async function openAgain(): Promise<void> {
    cells = new CellEdits(kind);
    cells.openWindow();
    await settle();
  }

  it('finds a text that cannot be taken in the form of its record, beside what was typed there', async () => {
    begin('a', 'd');
    cells.type('dear');
    await settle();
    const typed = { name: 'Hinge' };
    drafts.set(`record:${kind}:a`, { typed, base: { price: '7' }, files: [], at: 1 });
    cells.closeWindow();
    await dying();
    expect([...drafts.keys()]).toContain(`cells:${kind}`);
    expect(prices()).toEqual([]);
    await openAgain();
    expect(formOf('a')).toEqual({ name: 'Hinge', price: 'dear' });
    expect([...drafts.keys()]).toEqual([`record:${kind}:a`]);
    expect(said()).toBe(1);
    await openAgain();
    expect(said()).toBe(1);
  });

  it.each([
    ['was loaded', settle, { price: '0', name: 'Now' }],
    ['was still loading', () => Promise.resolve(), { price: '8.90', name: 'Now' }],
  ])('finds it beside the value from then where the record %s', async (_case, wait, base) => {
    const recordNow = (price: string) => () => ({
      ...answers['records.get']({ ref: 'a' }),
      record: { name: 'Now', price },
    });
    followCore(fakeCore({ ...answers, 'records.get': recordNow('0') }).client);
    begin('a', 'dear');
    await wait();
    cells.closeWindow();
    await dying();
    followCore(fakeCore({ ...answers, 'records.get': recordNow('12') }).client);
    await openAgain();
    expect(textIn('a')).toMatchObject({ typed: { price: 'dear' }, base });
  });

  it('finds what waited for the cell before it, and is told of none that was queued', async () => {
    begin('a', '1');
    await settle();
    void cells.keep();
    await settle();
    begin('b', '2');
    await settle();
    cells.closeWindow();
    await dying();
    expect(prices()).toEqual([['a', '1']]);
    await openAgain();
    expect([formOf('a'), formOf('b')]).toEqual([undefined, { price: '2' }]);
    expect(said()).toBe(1);
  });

  it('finds it beside what another window put down that was closed too', async () => {
    cells.openWindow();
    const other = await anotherWindow();
    other.openWindow();
    await settle();
    begin('a', 'dear');
    other.open(openingOf('b', 'cheap'));
    await settle();
    cells.closeWindow();
    other.closeWindow();
    await dying();
    await openAgain();
    expect([formOf('a'), formOf('b')]).toEqual([{ price: 'dear' }, { price: 'cheap' }]);
    expect(said()).toBe(2);
    expect([...drafts.keys()]).toEqual([`record:${kind}:a`, `record:${kind}:b`]);
  });

  it('finds in the form what was typed there since, and is told of the other', async () => {
    begin('a', 'dear');
    await settle();
    cells.closeWindow();
    await dying();
    const since = { base: { price: '7' }, files: [], at: Date.now() + 1 };
    drafts.set(`record:${kind}:a`, { ...since, typed: { price: '7' } });
    await openAgain();
    expect(formOf('a')).toEqual({ price: '7' });
    expect(said()).toBe(1);
    expect([...drafts.keys()]).toEqual([`record:${kind}:a`]);
  });

  it('finds it under the id that its record has by now', async () => {
    begin('a', 'dear');
    await settle();
    cells.closeWindow();
    await dying();
    const sentSince = () => ({ ...answers['records.get']({ ref: 'a' }), id: '17' });
    followCore(fakeCore({ ...answers, 'records.get': sentSince }).client);
    await openAgain();
    expect(formOf('17')).toEqual({ price: 'dear' });
  });

  it('finds it though its record is not there any more', async () => {
    begin('a', 'dear');
    cells.closeWindow();
    await dying();
    const { 'records.get': _gone, ...others } = answers;
    followCore(fakeCore(others).client);
    await openAgain();
    expect(formOf('a')).toEqual({ price: 'dear' });
  });
});
