import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { fakeCore } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { copyCodes } =
  await import('../../../../src/renderer/src/screens/records/state/selecting.ts');

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});

/** Returns the clipboard after products with these names were copied. */
async function copied(names: readonly string[]): Promise<string | undefined> {
  const rows = names.map((name, index): Row => {
    return { id: `id-${index}`, key: null, pending: null, fields: { name } };
  });
  followCore(fakeCore({ 'records.list': () => ({ total: rows.length, rows }) }).client);
  const ids = new Set(rows.map(({ id }) => id));
  await copyCodes('products', ids, { kind: 'products' });
  return writeText.mock.calls[0]?.[0];
}

describe('names that are copied', () => {
  it('are one a line, each a cell of its own where it is pasted', async () => {
    expect(await copied(['Desk', 'Bed\nwide', 'Door\t80', '"Lux" lamp', 'Rail 5"'])).toBe(
      'Desk\n"Bed\nwide"\n"Door\t80"\n"""Lux"" lamp"\nRail 5"',
    );
  });

  it('are as they stand where it is one alone', async () => {
    expect(await copied(['"Lux"\nlamp'])).toBe('"Lux"\nlamp');
  });
});
