import { describe, expect, it } from 'vitest';
import { own } from '#contract/json.ts';
import { openDesk } from '../../support/desk.ts';
import { undo } from '../../support/sheets.ts';
import { fitting, hashOf, heldBy, picture, stage } from './giving.ts';
import { expecting } from '#contract/expectations/expected.ts';

it('files given in the place of the same one: the first takes it, the others come behind', async () => {
  const desk = await openDesk();
  const instead = 'uploads/fittings/a.png';
  const files = [
    await stage(desk, '1.png', picture(1)),
    await stage(desk, '2.png', picture(2)),
    await stage(desk, '3.png', picture(3)),
  ];
  const { placed } = await desk.call('files.queue', {
    name: 'x',
    assignments: files.map((file) => ({ ...fitting('ZAW-110', file, 'replace'), instead })),
  });
  expect(placed.map(({ error }) => error)).toEqual([null, null, null]);
  await desk.push();
  expect(await heldBy(desk, 'fittings', 'ZAW-110', 'images')).toEqual([
    hashOf(picture(1)),
    hashOf(picture(2)),
    hashOf(picture(3)),
  ]);
});

describe('a picture that is to take the place of one', () => {
  /** One picture waits; it is chosen to be replaced by another, and the line is free in between. */
  async function chosen() {
    const desk = await openDesk();
    const [one, two] = [
      await stage(desk, '1.png', picture(1)),
      await stage(desk, '2.png', picture(2)),
    ];
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-155', one)] });
    const replace = (instead: string) =>
      desk.call('files.queue', {
        name: 'x',
        assignments: [{ ...fitting('ZAW-155', two, 'replace'), instead }],
      });
    return { desk, one, two, replace };
  }

  it('takes it also when that one was sent since it was chosen', async () => {
    const { desk, one, replace } = await chosen();
    await desk.push();
    const { group } = await replace(one);
    await undo(desk, group ?? '');
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([hashOf(picture(1))]);
    await replace(one);
    await desk.push();
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([hashOf(picture(2))]);
  });

  it('takes the one of its record where the same copy was given to two', async () => {
    const { desk, one, replace } = await chosen();
    await desk.push();
    await desk.call('files.queue', { name: 'x', assignments: [fitting('ZAW-110', one)] });
    await desk.push();
    await replace(one);
    await desk.push();
    expect(await heldBy(desk, 'fittings', 'ZAW-155', 'images')).toEqual([hashOf(picture(2))]);
    expect(await heldBy(desk, 'fittings', 'ZAW-110', 'images')).toContain(hashOf(picture(1)));
  });

  it('is refused where that one is not there any more, and says which', async () => {
    const { desk, one, replace } = await chosen();
    const values = { images: [] };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-155', values, files: [] });
    const [placed] = (await replace(one)).placed;
    expect(placed).toMatchObject({ operation: null, error: { code: 'invalid' } });
    const expected = expecting('heldFile');
    expect(placed?.error?.issues).toEqual([{ place: 'images', value: '1.png', ...expected }]);
    const [other] = (await replace('uploads/gone.png')).placed;
    expect(other?.error?.issues).toEqual([
      { place: 'images', value: 'uploads/gone.png', ...expected },
    ]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('is not refused when it has taken that place already: it is given once more', async () => {
    const { desk, one, two, replace } = await chosen();
    await replace(one);
    expect((await replace(one)).placed).toMatchObject([{ operation: null, error: null }]);
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-155' });
    expect(own(record, 'images')).toEqual([{ $file: two }]);
  });

  it('is refused as well where the field holds one file, which is another by now', async () => {
    const desk = await openDesk();
    const give = async (n: number, instead?: string) => {
      const file = await stage(desk, `${n}.png`, picture(n));
      const sample = { file, kind: 'materials', record: 'H1145', field: 'PICFILE' } as const;
      const { placed } = await desk.call('files.queue', {
        name: 'x',
        assignments: [{ ...sample, as: 'replace', ...(instead === undefined ? {} : { instead }) }],
      });
      return { file, error: placed[0]?.error ?? null };
    };
    const one = await give(1);
    await desk.push();
    const two = await give(2, one.file);
    expect(two.error).toBeNull();
    expect((await give(3, one.file)).error?.issues).toMatchObject([{ place: 'PICFILE' }]);
    expect((await give(2, one.file)).error).toBeNull();
    await desk.push();
    expect(await heldBy(desk, 'materials', 'H1145', 'PICFILE')).toEqual([hashOf(picture(2))]);
  });
});
