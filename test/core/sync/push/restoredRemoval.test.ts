import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ACCOUNT, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;

const held = (desk: TestWorkstation) =>
  desk.service.state.all(KIND).filter(({ kod }) => kod === 'NEW-1');

/** A copy of the work in which a creation is held back; it was sent after the copy was made. */
async function copied() {
  const desk = await openDesk();
  const values = { kod: 'NEW-1', name: 'Zawias' };
  const { id } = await desk.call('records.create', { kind: KIND, values, files: [] });
  const { id: operation } = await only(desk);
  await desk.call('outbox.hold', { operation });
  const work = path.join(desk.folder, 'data/profiles/default/work.db');
  const kept = path.join(desk.folder, 'kept.db');
  await desk.core.close();
  fs.copyFileSync(work, kept);
  await desk.restart();
  await desk.call('outbox.release', { operation });
  await sendAll(desk);
  expect(held(desk)).toHaveLength(1);
  await desk.core.close();
  fs.rmSync(work);
  fs.copyFileSync(kept, work);
  await desk.restart();
  await desk.call('session.login', { url: desk.service.url, ...ACCOUNT });
  return {
    desk,
    remove: () => desk.call('records.remove', { kind: KIND, ref: id }),
    release: () => desk.call('outbox.release', { operation }),
  };
}

it('a creation that came with a copy and may have been sent is removed there, not only here', async () => {
  const { desk, remove, release } = await copied();
  await remove();
  expect((await desk.call('outbox.list', {})).operations).not.toEqual([]);
  await release();
  await sendAll(desk);
  const { operations } = await desk.call('outbox.list', {});
  expect(operations).toEqual([]);
  expect(held(desk)).toEqual([]);
});

it.each(['before', 'behind'])(
  'the record that it had become stays where it is shown too, and is changed here (%s that)',
  async (when) => {
    const { desk, remove, release } = await copied();
    await desk.pull();
    const ref = String(held(desk)[0]?.['_id']);
    if (when === 'behind') await remove();
    await desk.call('records.update', { kind: KIND, ref, values: { price: '6' }, files: [] });
    if (when === 'before') await remove();
    await release();
    await sendAll(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(held(desk)).toMatchObject([{ name: 'Zawias', price: '6' }]);
    expect(await desk.call('records.list', { kind: KIND, search: 'NEW-1' })).toMatchObject({
      rows: [{ id: ref, pending: null }],
    });
  },
);
