import { describe, expect, it, onTestFinished } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { nextCode } from '#core/catalogue/nextCode.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { rowShape } from '#core/store/rowShape.ts';
import { testPlatform } from '#test/support/platform.ts';
import { openDesk, PNG, SEED } from '#test/support/desk.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const CODES = [
  'ZAW-095-FE',
  'ZAW-110-FE',
  'ZAW-110-ND',
  'ZAW-111-FE',
  'ZAW-113-FE',
  'ZAW-110B-FE',
  'H1145-18',
  'H1151-18',
  'H1163-18',
  'H1145-25',
  'ABS-22-08-H1145',
  'ABS-22-08-H2402',
  'ABS-22-20-H1145',
  'A009',
  'A010',
];

/** A code, and the next free one. */
const NEXT = {
  // The number counts up in which the neighbours differ, past taken ones.
  'ZAW-110-FE': 'ZAW-112-FE',
  'ZAW-111-FE': 'ZAW-112-FE',
  'H1145-18': 'H1146-18',
  // Of numbers with equally many neighbours, the last one.
  'ABS-22-08-H1145': 'ABS-22-08-H1146',
  A009: 'A011',
  UCHWYT: 'UCHWYT-2',
  // Nobody counts up an article number.
  'EAN-5901234567890123': 'EAN-5901234567890123-2',
  'a%_.*(1)': 'a%_.*(2)',
};

describe('the next free code', () => {
  it('follows the pattern of the neighbours', () => {
    const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => {});
    onTestFinished(close);
    for (const [at, kod] of CODES.entries())
      ws.rows.put('fittings', {
        ...rowShape(resourceOf('fittings'), { kod }),
        rid: at + 1,
        id: `f${at}`,
        pending: null,
        merged: null,
      });
    const found = Object.keys(NEXT).map((code) => [code, nextCode(ws, 'fittings', code)]);
    expect(Object.fromEntries(found)).toEqual(NEXT);
  });
});

describe('a duplicate', () => {
  it('has the values of its record and of its pending change, the next code, no files and no UID', async () => {
    const [first, ...others] = SEED.fittings;
    const fittings = [{ ...first, UID: 'u-1', id: '1' }, ...others];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    const change = { values: { price: '9.20' }, files: [] };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', ...change });
    const made = await desk.call('records.duplicate', { kind: 'fittings', ref: 'ZAW-110' });
    expect(made).toEqual({
      values: { kod: 'ZAW-111', name: 'Zawias 110°', price: '9.20' },
      files: [],
      missing: 0,
    });
    // Nothing is queued by it.
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });

  it('counts the files that are not on this computer', async () => {
    const desk = await openDesk();
    const asked = { kind: 'fittings', ref: 'ZAW-110', files: true } as const;
    expect(await desk.call('records.duplicate', asked)).toMatchObject({ files: [], missing: 2 });
  });

  it('is created with copies of the files, which are uploaded again', async () => {
    const desk = await openDesk();
    const path = desk.file('hinge.png', PNG);
    const { file } = await desk.call('files.stage', { path, kind: 'fittings', field: 'images' });
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NEW-1', name: 'New' },
      files: [{ field: 'images', file }],
    });
    await desk.push();
    const made = await desk.call('records.duplicate', {
      kind: 'fittings',
      ref: 'NEW-1',
      files: true,
    });
    expect(made).toMatchObject({ missing: 0, files: [{ field: 'images', name: 'hinge.png' }] });
    const files = made.files.map(({ field, file: copy }) => ({ field, file: copy }));
    await desk.call('records.create', { kind: 'fittings', values: made.values, files });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0, conflict: 0 });
    const records = desk.service.state.all('fittings');
    const [first, second] = ['NEW-1', 'NEW-2'].map((kod) =>
      records.find((each) => each['kod'] === kod),
    );
    expect(second?.['images']).toHaveLength(1);
    expect(second?.['images']).not.toEqual(first?.['images']);
  });
});
