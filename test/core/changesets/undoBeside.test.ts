import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { EMPTY_PATCH, withPaths } from '#core/record/patch.ts';
import type { Failure } from '#reference/wire/faults.ts';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { only, sendAll, SURE } from '../../support/editing.ts';
import { rowsOf, undo } from '../../support/sheets.ts';
import { fitting, hashOf, heldBy, picture, stage } from '../files/giving.ts';

const waiting = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ key }) => key);
const priced = (desk: TestWorkstation, price: string, base?: JsonObject) =>
  desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-155',
    values: { price },
    files: [],
    ...(base === undefined ? {} : { base }),
  });
const shown = async (desk: TestWorkstation) =>
  (await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-155' })).record;

describe('an undo of a group', () => {
  it('takes back what it did to records of every kind', async () => {
    const desk = await openDesk();
    const one = await stage(desk, '1.png', picture(1));
    const two = await stage(desk, '2.png', picture(2));
    const sample = { file: two, kind: 'materials', record: 'H1145', field: 'PICFILE' } as const;
    await desk.call('files.queue', {
      name: 'folder',
      assignments: [fitting('ZAW-110', one, 'replace'), { ...sample, as: 'replace' }],
    });
    expect(await undo(desk)).toMatchObject({ queued: 2, left: 0 });
    expect(await waiting(desk)).toEqual([]);
  });

  it('takes back a mend that was not sent', async () => {
    const edgeBands = [{ code: 'B', name: 'B', isActive: 'tak' }];
    const desk = await openDesk({ seed: { ...SEED, edgeBands } });
    await desk.call('problems.check', {});
    const { fixes } = await desk.call('problems.fixes', { filter: {} });
    await desk.call('problems.fix', { fixes });
    expect(await undo(desk)).toMatchObject({ queued: 1 });
    expect(await waiting(desk)).toEqual([]);
  });

  it('leaves an older one that was queued while a form was open', async () => {
    const desk = await openDesk();
    const base = await shown(desk);
    await priced(desk, '20');
    await priced(desk, '30', base);
    await undo(desk);
    expect((await shown(desk))['price']).toBe('20');
  });

  it('leaves the first value that a record was given while a form was open', async () => {
    const fittings = [{ kod: 'ZAW-155', name: 'Zawias' }];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    const base = await shown(desk);
    await priced(desk, '20');
    await priced(desk, '30', base);
    await undo(desk);
    expect((await shown(desk))['price']).toBe('20');
    expect((await only(desk)).changes).toMatchObject([{ field: 'price', after: '20' }]);
  });
});

describe('an undo of a group of which another hand has removed a record', () => {
  it('takes the others back, and says what is gone', async () => {
    const desk = await openDesk();
    const { ids } = await desk.call('records.ids', { kind: 'fittings' });
    const { plan } = await desk.call('bulk.plan', {
      kind: 'fittings',
      selection: { ids: [...ids] },
      change: { code: 'set', field: 'price', value: '7' },
    });
    const { group } = await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: ids.length });
    desk.clock.advance(2 * SURE);
    desk.service.state.remove('fittings', ids[0] ?? '');
    await desk.pull();
    const taking = await desk.call('undo.plan', { group: group ?? '' });
    const rows = await rowsOf(desk, taking.plan);
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual([
      'changed',
      ...ids.slice(2).map(() => 'changed'),
      'error',
    ]);
    expect(await undo(desk, group ?? '')).toMatchObject({ queued: ids.length - 1 });
  });
});

describe('a picture whose sending has no answer yet', () => {
  /** Gives a record a picture, which the line swallows, and another one, which is taken back. */
  async function takenBack(kind: 'fittings' | 'products', fault: Failure) {
    const desk = await openDesk();
    const { ids } = await desk.call('records.ids', { kind });
    const record = ids.at(-1) ?? '';
    const add = async (n: number) => {
      const file = await stage(desk, `${n}.png`, picture(n));
      const assignments = [{ file, kind, record, field: 'images', as: 'add' as const }];
      return desk.call('files.queue', { name: 'x', assignments });
    };
    await add(1);
    desk.service.addFault({ ...fault, on: { method: 'PATCH' }, nth: 1 });
    await desk.push();
    const { group } = await add(2);
    await undo(desk, group ?? '');
    await sendAll(desk);
    expect(await heldBy(desk, kind, record, 'images')).toEqual([hashOf(picture(1))]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  }

  const FAULTS: readonly Failure[] = [
    { kind: 'lostAnswer' },
    { kind: 'resetBefore' },
    { kind: 'status', status: 503 },
  ];
  for (const kind of ['fittings', 'products'] as const)
    for (const fault of FAULTS)
      it(`stays with ${kind} when the next one is taken back: ${fault.kind}`, () =>
        takenBack(kind, fault));
});

describe('a picture that was sent, and of which a Refresh shows that it is there', () => {
  it.each(['fittings', 'products'] as const)('stands once in the list of %s', async (kind) => {
    const desk = await openDesk();
    const { ids } = await desk.call('records.ids', { kind });
    const record = ids.at(-1) ?? '';
    const give = async (n: number) => {
      const file = await stage(desk, `${n}.png`, picture(n));
      const assignments = [{ file, kind, record, field: 'images', as: 'add' as const }];
      await desk.call('files.queue', { name: 'x', assignments });
      return file;
    };
    const first = await give(1);
    desk.service.addFault({ kind: 'lostAnswer', on: { method: 'PATCH' }, nth: 1 });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await desk.pull();
    const images = async () =>
      (await desk.call('records.get', { kind, ref: record })).record['images'];
    expect(await images()).toEqual([expect.stringContaining('.png')]);
    const second = await give(2);
    expect(await images()).toEqual([expect.stringContaining('.png'), { $file: second }]);
    expect(await images()).not.toContainEqual({ $file: first });
    await undo(desk);
    await sendAll(desk);
    expect(await heldBy(desk, kind, record, 'images')).toEqual([hashOf(picture(1))]);
  });
});

describe('a picture of a fitting', () => {
  it('is not taken out while it may be there: the service could not', async () => {
    const desk = await openDesk();
    const one = await stage(desk, '1.png', picture(1));
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-155', one)] });
    desk.service.addFault({ kind: 'lostAnswer', on: { method: 'PATCH' }, nth: 1 });
    await desk.push();
    const values = { images: [] };
    await expect(
      desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values, files: [] }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});

it('a file that is named as a copy and by its path neither joins nor leaves', () => {
  const images = { add: ['a.png', { $file: '2' }], remove: [{ $file: '1' }, 'b.png'] };
  const sent = withPaths({ ...EMPTY_PATCH, files: { images } }, (file) =>
    file === '1' ? 'a.png' : null,
  );
  expect(sent.files).toEqual({ images: { add: [{ $file: '2' }], remove: ['b.png'] } });
});
