import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openDesk } from '../../support/desk.ts';

/** A disk that says whether something of the mirror was waited for. */
function waiting() {
  const waited = { for: false };
  const openDatabase: Disk['openDatabase'] = (file, options) => {
    const db = systemDisk.openDatabase(file, options);
    if (path.basename(file) !== 'cache.db') return db;
    const pragma = db.pragma.bind(db);
    return Object.assign(db, {
      pragma: (source: string, given?: Parameters<typeof pragma>[1]) => {
        waited.for ||= source === 'synchronous = full';
        return pragma(source, given);
      },
    });
  };
  return { disk: { ...systemDisk, openDatabase }, waited };
}

it('a deleted record that was forgotten stays forgotten behind a power cut', async () => {
  const { disk, waited } = waiting();
  const desk = await openDesk({}, disk);
  const { records } = await desk.call('records.list', { kind: 'fittings' }).then(({ rows }) => ({
    records: rows,
  }));
  const id = records.find(({ key }) => key === 'ZAW-155')?.id ?? '';
  await desk.call('records.remove', { kind: 'fittings', ref: id });
  await desk.push();
  await desk.call('pulls.settle', {});
  expect(await desk.call('trash.list', {})).toMatchObject({ total: 1 });
  await desk.restart();
  const folder = path.join(desk.folder, 'data', 'profiles', 'default');
  const kept = path.join(desk.folder, 'kept');
  const copy = (from: string, to: string) => {
    fs.mkdirSync(to, { recursive: true });
    for (const suffix of ['', '-wal']) {
      const name = `cache.db${suffix}`;
      if (fs.existsSync(path.join(from, name)))
        fs.copyFileSync(path.join(from, name), path.join(to, name));
      else fs.rmSync(path.join(to, name), { force: true });
    }
  };
  copy(folder, kept);
  waited.for = false;
  const items = [{ kind: 'fittings' as const, id }];
  expect(await desk.call('trash.forget', { items })).toMatchObject({ forgotten: 1 });
  // The computer loses power: only the synced part of the mirror is left.
  if (waited.for) copy(folder, kept);
  await desk.core.close();
  copy(kept, folder);
  await desk.restart();
  await desk.call('pulls.settle', {});
  expect(await desk.call('trash.list', {})).toMatchObject({ total: 0 });
});
