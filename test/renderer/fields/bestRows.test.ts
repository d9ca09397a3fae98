import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Input, Row } from '#contract/procedures.ts';
import { page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('window', page);
const { useBestRows } = await import('../../../src/renderer/src/fields/search/useBestRows.ts');
const { useEnter } = await import('../../../src/renderer/src/fields/search/useEnter.ts');
const { followCore } = await import('../../../src/renderer/src/state/core.ts');

afterAll(() => vi.unstubAllGlobals());

const row = (key: string): Row => ({ id: key, key, pending: null, fields: { name: 'Zawias' } });
/** Twenty-four rows that contain the wanted code; all sort before the wanted row. */
const BEFORE = Array.from({ length: 24 }, (_, at) => row(`AKC-${at}-ZAW-110`));
const useZaw = (search: string) => useBestRows('fittings', search, 8);

let fault: AppError | null;
let held: Promise<void>;

beforeEach(() => {
  fault = null;
  held = Promise.resolve();
  const { client } = fakeCore({
    'records.list': async (input) => {
      await held;
      if (fault !== null) throw fault;
      const { search, where = [] } = input as Input<'records.list'>;
      const isByKey = where.some(({ field }) => field === 'kod');
      const isCode = isByKey && where[0]?.value === 'ZAW-110';
      const rows = isCode ? [...BEFORE.slice(1), row('ZAW-110')] : BEFORE;
      return search === undefined && !isByKey ? { total: 0, rows: [] } : { total: 412, rows };
    },
  });
  followCore(client);
});

describe('the rows that fit a text best', () => {
  it('begin with the code that was typed, however many speak of it before', async () => {
    const best = await useIn(useZaw, 'ZAW-110');
    await settle();
    const { rows, total } = best.now();
    expect([rows[0]?.key, rows.length, total]).toEqual(['ZAW-110', 8, 412]);
  });

  it('are none without a text, and tell why there are none', async () => {
    const nothing: string = '';
    const best = await useIn(useZaw, nothing);
    expect(best.now()).toEqual({ rows: [], total: null, error: null, loading: false });
    fault = new AppError('disk-failed', 'The disk is away.');
    await best.use('ZAW');
    await settle();
    expect(best.now().error?.message).toBe('The disk is away.');
  });
});

describe('Enter right behind the last letter', () => {
  const taken: (string | undefined)[] = [];
  const useField = (search: string) => {
    const { rows, loading } = useZaw(search);
    return { rows, ...useEnter(loading, () => taken.push(rows[0]?.key ?? undefined)) };
  };
  beforeEach(() => {
    taken.length = 0;
  });

  it('takes what the whole text brings, not what was in sight before', async () => {
    const field = await useIn<string, ReturnType<typeof useField>>(useField, 'AKC');
    expect(field.now().rows[0]?.key).toBe('AKC-0-ZAW-110');
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await field.use('ZAW-110');
    expect(field.now().rows[0]?.key).toBe('AKC-0-ZAW-110');
    field.now().press();
    await settle();
    expect(taken).toEqual([]);
    resolve();
    await settle();
    expect(taken).toEqual(['ZAW-110']);
  });

  it('takes at once what is there, and nothing where it was taken back', async () => {
    const field = await useIn<string, ReturnType<typeof useField>>(useField, 'ZAW-110');
    field.now().press();
    await settle();
    expect(taken).toEqual(['ZAW-110']);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await field.use('AKC');
    field.now().press();
    await settle();
    field.now().forget();
    resolve();
    await settle();
    expect(taken).toEqual(['ZAW-110']);
  });
});
