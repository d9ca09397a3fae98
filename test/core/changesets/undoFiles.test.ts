import { describe, expect, it } from 'vitest';
import { openDesk, PNG, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf, undo } from '../../support/sheets.ts';

const bytesOf = (name: string) =>
  name.endsWith('.png')
    ? Buffer.concat([Buffer.from(PNG), Buffer.from(name)])
    : 'v 0 0 0\nf 1 1 1\n';
const KEPT = 'images/fittings/old.png';

function openStage(images: readonly string[]): Promise<TestWorkstation> {
  return openDesk({
    seed: {
      ...SEED,
      fittings: [{ kod: 'A', name: 'A', images: [...images] }],
      materials: [{ SIFRA: 'M', name: 'M', CIJENA: '1' }],
    },
  });
}

async function give(
  desk: TestWorkstation,
  kind: 'fittings' | 'materials',
  field: string,
  name: string,
) {
  const ref = kind === 'fittings' ? 'A' : 'M';
  const { file } = await desk.call('files.stage', { path: desk.file(name, bytesOf(name)), kind });
  await desk.call('records.update', { kind, ref, values: {}, files: [{ field, file }] });
  return file;
}

const shown = async (desk: TestWorkstation, kind: 'fittings' | 'materials', field: string) =>
  (await desk.call('records.get', { kind, ref: kind === 'fittings' ? 'A' : 'M' })).record[field];
const queueSize = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.length;

describe('undo of a file that was not sent yet', () => {
  it('takes a picture out again that joined those of a fitting', async () => {
    const desk = await openStage([KEPT]);
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'A' });
    const { file } = await desk.call('files.stage', {
      path: desk.file('new.png', bytesOf('new.png')),
      kind: 'fittings',
    });
    const images = [...(Array.isArray(record['images']) ? record['images'] : []), { $file: file }];
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'A',
      values: { images },
      files: [],
    });
    expect((await undo(desk)).counts).toMatchObject({ changed: 1, error: 0 });
    expect(await shown(desk, 'fittings', 'images')).toEqual([KEPT]);
    expect(await queueSize(desk)).toBe(0);
  });

  it('takes one of two additions out and leaves the other', async () => {
    const desk = await openStage([]);
    const first = await give(desk, 'fittings', 'images', 'a.png');
    const images = [{ $file: first }];
    const { file } = await desk.call('files.stage', {
      path: desk.file('b.png', bytesOf('b.png')),
      kind: 'fittings',
    });
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'A',
      values: { images: [...images, { $file: file }] },
      files: [],
    });
    expect((await undo(desk)).counts).toMatchObject({ changed: 1 });
    expect(await shown(desk, 'fittings', 'images')).toEqual(images);
    expect((await undo(desk)).counts).toMatchObject({ changed: 1 });
    expect(await queueSize(desk)).toBe(0);
  });

  it.each([
    ['fittings', 'images', 'a.png'],
    ['fittings', 'model', 'a.obj'],
    ['materials', 'PICFILE', 'a.png'],
  ] as const)('empties %s %s again', async (kind, field, name) => {
    const desk = await openStage([]);
    const before = await shown(desk, kind, field);
    await give(desk, kind, field, name);
    expect((await undo(desk)).counts).toMatchObject({ changed: 1, error: 0 });
    expect(await shown(desk, kind, field)).toEqual(before);
    expect(await queueSize(desk)).toBe(0);
  });

  it('cannot take out one that was sent', async () => {
    const desk = await openStage([]);
    await give(desk, 'fittings', 'images', 'a.png');
    await desk.push();
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    expect((await rowsOf(desk, plan))[0]?.issues[0]?.expected).toContain('replace');
  });

  it('cannot take out one that may be on its way', async () => {
    const desk = await openStage([]);
    desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'lostAnswer' });
    await give(desk, 'fittings', 'images', 'a.png');
    await desk.push().catch(() => undefined);
    const { counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
  });
});
