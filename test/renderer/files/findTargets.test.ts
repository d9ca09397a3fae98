import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { FileTarget } from '../../../src/renderer/src/files/model/intake.ts';
import { findTargets, firstFor } from '../../../src/renderer/src/files/state/findTargets.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { fakeCore } from '../support.ts';

/** More keys contain `110` than are offered, and `110` itself comes last. */
const MANY = Array.from({ length: 9 }, (_, at) => `1${at}-110`);
const KEYS = [...MANY, 'ZAW-110', 'ZAW-155', '110'];
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  const { client } = fakeCore({
    'records.list': (input) => {
      const { search, where = [], limit } = input as Input<'records.list'>;
      if (search !== undefined) asked.push(search);
      const fits = (key: string) =>
        search === undefined ? key === where[0]?.value : key.includes(search);
      const found = KEYS.filter(fits).slice(0, limit);
      const rows = found.map((key) => ({
        id: key,
        key,
        pending: null,
        fields: { name: 'Zawias' },
      }));
      return { total: rows.length, rows };
    },
  });
  followCore(client);
});

const target = (key: string): FileTarget => ({
  kind: 'fittings',
  record: key,
  key,
  title: 'Zawias',
});
const found = { text: 'ZAW-1', targets: ['ZAW-110', 'ZAW-155'].map(target), error: null };

describe('the record that Enter means', () => {
  it('is the first of what was found for the text', async () => {
    expect((await firstFor('fittings', 'a.png', 'ZAW-1', found))?.key).toBe('ZAW-110');
    expect(asked).toEqual([]);
  });

  it('is looked for where more was typed than was answered yet', async () => {
    expect((await firstFor('fittings', 'a.png', 'ZAW-155', found))?.key).toBe('ZAW-155');
    expect(await firstFor('fittings', 'a.png', 'ZAW-9', found)).toBeNull();
    expect(asked).toEqual(['ZAW-155', 'ZAW-9']);
  });

  it('is looked for once more where nobody answered', async () => {
    const none = { text: 'ZAW-1', targets: [], error: new AppError('disconnected', 'gone') };
    expect((await firstFor('fittings', 'a.png', 'ZAW-1', none))?.key).toBe('ZAW-110');
  });
});

describe('the records that are offered for a text', () => {
  it('begin with the code that fits exactly, however many hold the text', async () => {
    const targets = await findTargets('fittings', 'a.png', '110');
    expect(targets.map(({ key }) => key)).toEqual(['110', ...MANY.slice(0, 7)]);
  });

  it('are not called none where the core does not answer', async () => {
    followCore(
      fakeCore({ 'records.list': () => Promise.reject(new AppError('disconnected', 'gone')) })
        .client,
    );
    await expect(findTargets('fittings', 'a.png', '110')).rejects.toThrow('gone');
  });
});
