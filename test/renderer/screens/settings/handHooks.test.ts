import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input, Settings } from '#contract/procedures.ts';
import { DEFAULT_SETTINGS } from '#core/store/metaStore.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

const matchMedia = () => ({ matches: false, addEventListener: () => {} });
vi.stubGlobal('window', Object.assign(page, { matchMedia }));
vi.stubGlobal('document', { documentElement: { dataset: {}, setAttribute: () => {} } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { runShortcut, useHotkeys } =
  await import('../../../../src/renderer/src/ui/keys/useHotkeys.ts');
const { useChoice } = await import('../../../../src/renderer/src/fields/search/useChoice.ts');
const { checkNumber } =
  await import('../../../../src/renderer/src/screens/settings/checkSetting.ts');
const { useTyped } = await import('../../../../src/renderer/src/screens/settings/useTyped.ts');
const { useEdit } = await import('../../../../src/renderer/src/screens/records/grid/useEdit.ts');
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');

afterAll(() => vi.unstubAllGlobals());

describe('the line that the palette would take', () => {
  const line = (id: string) => ({ id });

  it('is the one that was chosen, whatever is found before it later', async () => {
    const choice = await useIn(useChoice, ['b', 'c', 'd'].map(line));
    expect(choice.now().at).toBe(0);
    choice.now().move(1);
    await settle();
    expect(choice.now().at).toBe(1);
    await choice.use(['a', 'b', 'c', 'd'].map(line));
    expect(choice.now().at).toBe(2);
  });

  it('is the best one while none was chosen', async () => {
    const choice = await useIn(useChoice, ['b', 'c'].map(line));
    await choice.use(['a', 'b', 'c'].map(line));
    expect(choice.now().at).toBe(0);
    choice.now().move(-1);
    await settle();
    expect(choice.now().at).toBe(2);
  });
});

describe('a setting that is typed', () => {
  let set: Partial<Settings>[];
  let answer: () => Promise<undefined> | undefined;

  beforeEach(() => {
    set = [];
    answer = () => undefined;
    const { client } = fakeCore({
      'settings.set': async (input) => {
        const { values } = input as { readonly values: Partial<Settings> };
        set.push(values);
        await answer();
        return { ...DEFAULT_SETTINGS, ...values };
      },
    });
    followCore(client);
  });

  const check = (text: string) => checkNumber('pageSize', text);
  const usePageSize = (kept: string | null) => useTyped('pageSize', kept ?? '500', check);

  it('is kept when a key leads to another screen', async () => {
    const row = await useIn(usePageSize, null);
    row.now().setTyped('200');
    await settle();
    await row.leave();
    expect(set).toEqual([{ pageSize: 200 }]);
  });

  it('is kept when the window is closed over it', async () => {
    const row = await useIn(usePageSize, null);
    row.now().setTyped('250');
    await settle();
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(set).toEqual([{ pageSize: 250 }]);
  });

  it('is not where it fits nothing, was taken back, or is kept already', async () => {
    const row = await useIn(usePageSize, null);
    row.now().setTyped('two');
    await settle();
    await row.leave();
    const other = await useIn(usePageSize, null);
    other.now().setTyped('300');
    await settle();
    await other.now().keep();
    await settle();
    await other.leave();
    expect(set).toEqual([{ pageSize: 300 }]);
  });

  it('and typed back to what it is takes what another window sets', async () => {
    const row = await useIn(usePageSize, String(500));
    row.now().setTyped('5001');
    await settle();
    row.now().setTyped('500');
    await settle();
    await row.use('300');
    expect(row.now().text).toBe('300');
    await row.leave();
    expect(set).toEqual([]);
  });

  it('and typed back while the other value is on its way is kept again', async () => {
    const gate = Promise.withResolvers<undefined>();
    answer = () => gate.promise;
    const row = await useIn(usePageSize, String(500));
    row.now().setTyped('300');
    await settle();
    const first = row.now().keep();
    await settle();
    row.now().setTyped('500');
    await settle();
    gate.resolve(undefined);
    await first;
    await row.use('300');
    expect(row.now().text).toBe('500');
    await row.leave();
    expect(set).toEqual([{ pageSize: 300 }, { pageSize: 500 }]);
  });

  it('and that another window set to the same takes what it sets after that', async () => {
    const row = await useIn(usePageSize, String(500));
    row.now().setTyped('300');
    await row.use('300');
    await row.now().keep();
    await row.use('400');
    expect(row.now().text).toBe('400');
    await row.leave();
    expect(set).toEqual([]);
  });
});

it('a cell that is being typed into is kept when the window is closed over it', async () => {
  const sent: unknown[] = [];
  const record = { price: '8.90' };
  const { client } = fakeCore({
    'records.get': () => ({
      id: 'a',
      serviceId: null,
      key: null,
      pending: null,
      doc: null,
      record,
      missingSince: null,
    }),
    'records.update': (input) => {
      sent.push((input as Input<'records.update'>).values);
      return { operation: 'o', id: 'a' };
    },
  });
  followCore(client);
  const row = { id: 'a', serviceId: null, key: null, fields: record, pending: null };
  const grid = await useIn(() => useEdit('fittings', new Map()), null);
  grid.now().begin(0, row, 'price', '9');
  await settle();
  grid.now().type('9.50');
  page.dispatchEvent(new Event('pagehide'));
  await settle();
  expect(sent).toEqual([{ price: '9.50' }]);
});

describe('a key that the frame and a screen answer', () => {
  it('is the screen\u2019s, though the frame is there last', async () => {
    const done: string[] = [];
    // One component stands for two: effects of the inner one run before those of the outer one.
    const useBoth = () => {
      useHotkeys({ search: () => void done.push('screen') });
      useHotkeys(
        { search: () => void done.push('frame'), help: () => void done.push('help') },
        true,
      );
    };
    await useIn(useBoth, null);
    runShortcut('search');
    runShortcut('help');
    expect(done).toEqual(['screen', 'help']);
  });
});
