import { describe, expect, it } from 'vitest';
import { own } from '#contract/json.ts';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { fitting, hashOf, heldBy, picture, stage } from './giving.ts';
import { expecting } from '#contract/expectations/expected.ts';

describe('files queued together', () => {
  it('are one named group, and the service then holds each with its own bytes', async () => {
    const desk = await openDesk();
    const [one, two, model] = [
      await stage(desk, '1.png', picture(1)),
      await stage(desk, '2.png', picture(2)),
      await stage(desk, 'm.obj', OBJ),
    ];
    const { group, placed } = await desk.call('files.queue', {
      name: 'Folder “okucia”',
      assignments: [
        fitting('ZAW-155', one),
        fitting('ZAW-155', two),
        { file: model, kind: 'fittings', record: 'ZAW-110', field: 'model', as: 'replace' },
      ],
    });
    expect(placed.map(({ file, error }) => [file, error])).toEqual([
      [one, null],
      [two, null],
      [model, null],
    ]);
    expect(placed[0]?.operation).toBe(placed[1]?.operation);
    const { operations } = await desk.call('outbox.list', {});
    expect(
      operations.map((each) => [each.key, each.group, each.groupLabel?.params['record']]),
    ).toEqual([
      ['ZAW-155', group, 'Folder “okucia”'],
      ['ZAW-110', group, 'Folder “okucia”'],
    ]);
    expect(await desk.push()).toMatchObject({ done: 2, refused: 0 });
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([
      hashOf(picture(1)),
      hashOf(picture(2)),
    ]);
    expect(await heldBy(desk, 'fittings', 'ZAW-110', 'model')).toEqual([hashOf(OBJ)]);
  });

  it('are queued although another cannot be, and that one says why', async () => {
    const desk = await openDesk();
    const [good, bad] = [
      await stage(desk, '1.png', picture(1)),
      await stage(desk, '2.fbx', '; FBX 7'),
    ];
    const { group, placed } = await desk.call('files.queue', {
      name: 'x',
      assignments: [
        { file: bad, kind: 'materials', record: 'H1145', field: 'PICFILE', as: 'replace' },
        fitting('NOBODY', good),
        fitting('ZAW-155', good),
      ],
    });
    expect(group).not.toBeNull();
    expect(placed.map(({ error }) => error?.code ?? null)).toEqual(['invalid', 'not-found', null]);
    expect(placed[0]?.error?.message).toContain('.bmp');
    expect((await desk.call('outbox.list', {})).operations.map(({ key }) => key)).toEqual([
      'ZAW-155',
    ]);
  });

  it('of which none can be queued leave no group', async () => {
    const desk = await openDesk();
    const file = await stage(desk, '1.png', picture(1));
    const { group } = await desk.call('files.queue', {
      name: 'x',
      assignments: [fitting('NOBODY', file)],
    });
    expect(group).toBeNull();
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('replace what is named, or the first that is there', async () => {
    const desk = await openDesk();
    const file = await stage(desk, '1.png', picture(1));
    await desk.call('files.queue', {
      name: 'x',
      assignments: [fitting('ZAW-110', file, 'replace')],
    });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(await heldBy(desk, 'fittings', 'ZAW-110', 'images')).toEqual([hashOf(picture(1))]);
    const path = String((await heldBy(desk, 'fittings', 'ZAW-110', 'images'))[0]);
    expect(path).toHaveLength(64);
  });

  it('put one that the record has already in the place of what it is to replace', async () => {
    const desk = await openDesk();
    const [a, b, c] = [
      { $file: await stage(desk, 'a.png', picture(1)) },
      { $file: await stage(desk, 'b.png', picture(2)) },
      { $file: await stage(desk, 'c.png', picture(3)) },
    ];
    await order(desk, 'fittings', 'ZAW-155', [a, b, c]);
    const give = async (bytes: Buffer, instead: string) =>
      desk.call('files.queue', {
        name: 'x',
        assignments: [
          { ...fitting('ZAW-155', await stage(desk, 'again.png', bytes), 'replace'), instead },
        ],
      });
    await give(picture(2), b.$file);
    expect(await shown(desk, 'fittings', 'ZAW-155')).toEqual([a, b, c]);
    await give(picture(3), a.$file);
    expect(await shown(desk, 'fittings', 'ZAW-155')).toEqual([c, b]);
  });

  it('are not taken for one field that holds a single file, and the second says so', async () => {
    const desk = await openDesk();
    const sample = async (name: string, n: number) => {
      const file = await stage(desk, name, picture(n));
      return { file, kind: 'materials', record: 'H1145', field: 'PICFILE', as: 'replace' } as const;
    };
    const [front, back, again] = [
      await sample('H1145-front.png', 1),
      await sample('H1145-back.png', 2),
      await sample('H1145.png', 1),
    ];
    const { placed } = await desk.call('files.queue', {
      name: 'x',
      assignments: [front, back, again],
    });
    expect(placed.map(({ error }) => error?.issues ?? null)).toEqual([
      null,
      [{ place: 'PICFILE', value: 'two files', ...expecting('oneFile') }],
      null,
    ]);
    expect(placed.map(({ operation }) => operation !== null)).toEqual([true, false, true]);
    const { record } = await desk.call('records.get', { kind: 'materials', ref: 'H1145' });
    expect(own(record, 'PICFILE')).toEqual({ $file: front.file });
  });

  it('are taken once where the record has the same bytes already', async () => {
    const desk = await openDesk();
    const add = async (name: string) => {
      const assignments = [fitting('ZAW-155', await stage(desk, name, picture(1)))];
      return (await desk.call('files.queue', { name: 'x', assignments })).placed[0]?.operation;
    };
    expect(await add('a.png')).not.toBeNull();
    expect(await add('b.png')).toBeNull();
    await desk.push();
    expect(await add('c.png')).toBeNull();
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toHaveLength(1);
  });
});

const order = async (
  desk: TestWorkstation,
  kind: 'fittings' | 'products',
  ref: string,
  images: unknown[],
) => desk.call('records.update', { kind, ref, values: { images: images as never }, files: [] });
const product = async (desk: TestWorkstation) =>
  (await desk.call('records.list', { kind: 'products' })).rows[0]?.id ?? '';
const shown = async (desk: TestWorkstation, kind: 'fittings' | 'products', ref: string) =>
  own((await desk.call('records.get', { kind, ref })).record, 'images');

describe('the order of pictures', () => {
  it('of those not yet sent is the one that is sent', async () => {
    const desk = await openDesk();
    const ref = await product(desk);
    const [a, b] = [
      { $file: await stage(desk, 'a.png', picture(1)) },
      { $file: await stage(desk, 'b.png', picture(2)) },
    ];
    await order(desk, 'products', ref, [a, b]);
    await order(desk, 'products', ref, [b, a]);
    expect(await shown(desk, 'products', ref)).toEqual([b, a]);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(await heldBy(desk, 'products', ref, 'images')).toEqual([
      hashOf(picture(2)),
      hashOf(picture(1)),
    ]);
  });

  it('of a record not yet created is all of it, the first being the cover', async () => {
    const desk = await openDesk();
    const [a, b] = [
      { $file: await stage(desk, 'a.png', picture(1)) },
      { $file: await stage(desk, 'b.png', picture(2)) },
    ];
    const { id } = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NEW', name: 'New', images: [a, b] },
      files: [],
    });
    await order(desk, 'fittings', id, [b, a]);
    expect(await shown(desk, 'fittings', id)).toEqual([b, a]);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(await heldBy(desk, 'fittings', 'NEW', 'images')).toEqual([
      hashOf(picture(2)),
      hashOf(picture(1)),
    ]);
  });

  it('of those the service holds cannot be changed, and the person is told', async () => {
    const desk = await openDesk();
    const ref = await product(desk);
    await order(desk, 'products', ref, [
      { $file: await stage(desk, 'a.png', picture(1)) },
      { $file: await stage(desk, 'b.png', picture(2)) },
    ]);
    await desk.push();
    const held = await shown(desk, 'products', ref);
    const turned = Array.isArray(held) ? held.toReversed() : [];
    await expect(order(desk, 'products', ref, turned)).rejects.toThrow('another order');
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('puts a product’s replacing picture where the service will: at the end', async () => {
    const desk = await openDesk();
    const ref = await product(desk);
    await order(desk, 'products', ref, [
      { $file: await stage(desk, 'a.png', picture(1)) },
      { $file: await stage(desk, 'b.png', picture(2)) },
    ]);
    await desk.push();
    const held = await shown(desk, 'products', ref);
    const [, second] = Array.isArray(held) ? held : [];
    const fresh = { $file: await stage(desk, 'c.png', picture(3)) };
    await order(desk, 'products', ref, [fresh, second]);
    expect(await shown(desk, 'products', ref)).toEqual([second, fresh]);
    await desk.push();
    expect(await heldBy(desk, 'products', ref, 'images')).toEqual([
      hashOf(picture(2)),
      hashOf(picture(3)),
    ]);
  });

  it('pairs a replacement with what it replaces, whatever was added before', async () => {
    const desk = await openDesk();
    const [added, cover] = [
      { $file: await stage(desk, 'added.png', picture(1)) },
      { $file: await stage(desk, 'cover.png', picture(2)) },
    ];
    await order(desk, 'fittings', 'ZAW-110', ['uploads/fittings/a.png', added]);
    await order(desk, 'fittings', 'ZAW-110', [cover, added]);
    expect(await shown(desk, 'fittings', 'ZAW-110')).toEqual([cover, added]);
    await desk.push();
    expect(await heldBy(desk, 'fittings', 'ZAW-110', 'images')).toEqual([
      hashOf(picture(2)),
      hashOf(picture(1)),
    ]);
  });
});

describe('a picture that waits to replace another', () => {
  it('brings that one back when it is taken back', async () => {
    const desk = await openDesk();
    const put = (images: unknown[]) => order(desk, 'fittings', 'ZAW-110', images);
    const [one, two] = [
      { $file: await stage(desk, '1.png', picture(1)) },
      { $file: await stage(desk, '2.png', picture(2)) },
    ];
    await put([one, two]);
    await put([two]);
    expect(await shown(desk, 'fittings', 'ZAW-110')).toEqual([two]);
    await put([]);
    expect(await shown(desk, 'fittings', 'ZAW-110')).toEqual(['uploads/fittings/a.png']);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
