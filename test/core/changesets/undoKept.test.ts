import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { idOf, sendAll } from '../../support/editing.ts';
import { undo } from '../../support/sheets.ts';
import { fitting, hashOf, heldBy, picture, stage } from '../files/giving.ts';
import { change, held, showOnce } from '../sync/push/behindDesk.ts';
import { sentUnseen } from '../sync/push/unseen.ts';

const CODE = 'NEW-1';
type Collection = 'fittings' | 'products';
const idIn = (desk: TestWorkstation, kind: Collection) =>
  kind === 'fittings' ? idOf(desk, CODE) : String(desk.service.state.all(kind)[0]?.['_id']);

/** A record that was made here with a picture. */
async function made(): Promise<TestWorkstation> {
  const desk = await openDesk();
  const file = await stage(desk, '1.png', picture(1));
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: CODE, name: 'New', price: '10' },
    files: [{ field: 'images', file }],
  });
  expect(await desk.push()).toMatchObject({ done: 1 });
  return desk;
}

describe('an undo of a change that the service was said not to have taken, and has', () => {
  it('brings the picture back that was sent when the record was made', async () => {
    const desk = await made();
    const file = await stage(desk, '2.png', picture(2));
    await desk.call('files.queue', { name: 'x', assignments: [fitting(CODE, file, 'replace')] });
    await sentUnseen(desk, 'fittings', idIn(desk, 'fittings'));
    const uploads = () => desk.service.log.filter(({ path }) => path.includes('upload')).length;
    const sent = uploads();
    await undo(desk);
    await sendAll(desk);
    await desk.pull();
    expect(await heldBy(desk, 'fittings', CODE, 'images')).toEqual([hashOf(picture(1))]);
    expect(uploads()).toBe(sent);
  });

  it('brings it back also where a copy that is behind shows what another hand has changed', async () => {
    const desk = await made();
    const id = idIn(desk, 'fittings');
    const before = { ...held(desk, CODE), name: 'Theirs' };
    const file = await stage(desk, '2.png', picture(2));
    await desk.call('files.queue', { name: 'x', assignments: [fitting(CODE, file, 'replace')] });
    await sentUnseen(desk, 'fittings', id);
    await undo(desk);
    change(desk, { name: 'Theirs' }, CODE);
    showOnce(desk, before, { code: CODE });
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    expect(await heldBy(desk, 'fittings', CODE, 'images')).toEqual([hashOf(picture(1))]);
  });

  it('takes the picture away that it added', async () => {
    const desk = await openDesk();
    const record = idIn(desk, 'products');
    const before = await heldBy(desk, 'products', record, 'images');
    const file = await stage(desk, '2.png', picture(2));
    const added = { file, kind: 'products', record, field: 'images', as: 'add' } as const;
    await desk.call('files.queue', { name: 'x', assignments: [added] });
    await sentUnseen(desk, 'products', record);
    await undo(desk);
    await sendAll(desk);
    await desk.pull();
    expect(await heldBy(desk, 'products', record, 'images')).toEqual(before);
  });
});
