import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventData } from '#contract/events.ts';
import { attachRows } from '#core/catalogue/queries/attachRows.ts';
import { ReaderConnection } from '#core/app/readerConnection.ts';
import { openWriter } from '#core/app/writer.ts';
import { ReadBarrier, ProjectionSequence } from '#core/app/projectionSequence.ts';
import { openDesk } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { closeStores, openStores } from '#core/workspace/readStores.ts';

type Changed = EventData<'records.changed'>;

const HINGE = 'ZAW-110';
const row = (price: string) => ({ id: 'r1', key: HINGE, pending: 'waiting', fields: { price } });
const told = (price: string): Changed => ({
  kind: 'fittings',
  ids: ['r1'],
  rows: [row(price)],
});

/** Returns both ends of a writer's notices; the test decides when notices arrive. */
function ends() {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const heard = new ReadBarrier(shared);
  const queue: (() => void)[] = [];
  const seen: Changed[] = [];
  const writer = new ProjectionSequence(
    shared,
    (name, data) => queue.push(() => void seen.push(heard.hear(name, data) as Changed)),
    () => queue.push(heard.release),
  );
  const arrive = () => {
    for (const each of queue.splice(0)) each();
  };
  return { writer, heard, arrive, queue, seen };
}

const isSettled = async (heard: ReadBarrier) => {
  let settled = false;
  void heard.settled().then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

describe('rows that are told before they are written', () => {
  it('keep readers waiting until they are written', async () => {
    const { writer, heard, arrive, seen } = ends();
    expect(await isSettled(heard)).toBe(true);
    writer.emit('records.changed', told('1'));
    arrive();
    expect(seen).toEqual([told('1')]);
    expect(await isSettled(heard)).toBe(false);
    writer.caughtUp();
    arrive();
    expect(await isSettled(heard)).toBe(true);
  });

  it('are read again where they are heard of after something newer could be read', () => {
    const { writer, arrive, queue, seen } = ends();
    writer.emit('records.changed', told('1'));
    writer.caughtUp();
    writer.emit('records.changed', told('2'));
    // The first one is written, the second one is not.
    queue.shift()?.();
    arrive();
    expect(seen).toEqual([{ ...told('1'), rows: undefined }, told('2')]);
  });

  it('keep nobody waiting for a writer that is gone', async () => {
    const { writer, heard, arrive } = ends();
    const reads = new ReaderConnection(testPlatform(tempFolder()));
    reads.follow(heard);
    writer.emit('records.changed', told('1'));
    arrive();
    const answer = reads.dispatch('records.list', { kind: 'fittings' });
    reads.follow(null);
    await expect(answer).rejects.toMatchObject({ code: 'disconnected' });
  });

  it('are in sight before the mirror has them, and in the lists when these are read', async () => {
    const desk = await openDesk();
    const before = (await desk.call('records.list', { kind: 'fittings' })).rows;
    const id = before.find(({ key }) => key === HINGE)?.id ?? '';
    const stores = openStores(testPlatform(path.join(desk.folder, 'data')));
    onTestFinished(() => closeStores(stores));
    const mirrored = () => attachRows(stores, { kind: 'fittings', ids: [id] }).rows?.[0];
    const seen: unknown[] = [];
    desk.core.on('records.changed', ({ rows }) => {
      seen.push([rows?.[0]?.fields['price'], mirrored()?.fields['price']]);
    });
    const values = { price: '9.20' };
    await desk.call('records.update', { kind: 'fittings', ref: id, values, files: [] });
    expect(seen).toEqual([['9.20', '8.90']]);
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: HINGE });
    expect(rows[0]).toMatchObject({ id, pending: 'waiting', fields: { price: '9.20' } });
    // The notice comes once; later writes cause no second notice.
    expect(seen).toHaveLength(1);
  });

  it('are told as the lists show them then, whatever stood there before', async () => {
    const desk = await openDesk();
    const seen: Changed[] = [];
    desk.core.on('records.changed', (changed) => seen.push(changed));
    const change = (values: Record<string, string>) =>
      desk.call('records.update', { kind: 'fittings', ref: HINGE, values, files: [] });
    const same = async () => {
      const { rows } = await desk.call('records.list', { kind: 'fittings' });
      const shown = rows.find(({ key }) => key === HINGE);
      expect(seen.splice(0).flatMap((each) => each.rows ?? [])).toEqual([shown]);
      return shown;
    };
    await change({ price: '9.20' });
    await same();
    await change({ name: 'Inny' });
    expect((await same())?.fields).toMatchObject({ name: 'Inny', price: '9.20' });
    const { operations } = await desk.call('outbox.list', {});
    await desk.call('outbox.hold', { operation: operations[0]?.id ?? '' });
    seen.length = 0;
    await change({ price: '9.30' });
    expect((await same())?.fields).toMatchObject({ price: '9.30' });
  });

  it('are written later where the disk fails, and keep nobody waiting for it', async () => {
    const desk = await openDesk();
    await desk.core.close();
    const caughtUp = vi.fn();
    const platform = { ...testPlatform(path.join(desk.folder, 'data')), caughtUp };
    const writer = openWriter(platform, () => {});
    onTestFinished(() => writer.close());
    const { cache } = writer.ws;
    const shown = () =>
      cache.prepare('SELECT pending FROM rows_fittings WHERE key = ?').pluck().get(HINGE);
    const change = (price: string) =>
      writer.handlers['records.update']({
        kind: 'fittings',
        ref: HINGE,
        values: { price },
        files: [],
      });
    cache.exec(
      "CREATE TEMP TRIGGER full BEFORE UPDATE ON rows_fittings BEGIN SELECT raise(ABORT, 'full'); END",
    );
    await change('9.20');
    expect(shown()).toBeNull();
    expect(() => writer.catchUp()).toThrow('full');
    expect(caughtUp).toHaveBeenCalledOnce();
    cache.exec('DROP TRIGGER full');
    await change('9.30');
    writer.catchUp();
    expect(shown()).toBe('waiting');
  });
});
