import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { BatchStore } from '#core/store/batchStore.ts';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const FULL = 2;
const LABEL = { code: 'import', kind: 'fittings', count: 2, params: {} } as const;
/** Matches the statements that remove all data of a service from a database. */
const LETS_GO = /^DELETE FROM (record|asset)$/;

/** Returns a disk that notes the `synchronous` level of each removal of a service's data. */
function watching() {
  const seen: { readonly table: string; readonly level: unknown }[] = [];
  const openDatabase: Disk['openDatabase'] = (file, options) => {
    const db = systemDisk.openDatabase(file, options);
    const exec = db.exec.bind(db);
    const watched = (sql: string) => {
      const [, table] = LETS_GO.exec(sql) ?? [];
      if (table !== undefined)
        seen.push({ table, level: db.pragma('synchronous', { simple: true }) });
      return exec(sql);
    };
    return Object.assign(db, { exec: watched });
  };
  return { disk: { ...systemDisk, openDatabase }, seen };
}

async function signedIn(disk: Disk) {
  const platform = testPlatform(path.join(tempFolder(), 'data'), { disk });
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const other = await startReference({
    seed: SEED,
    account: { email: 'other@example.com', password: 'demo' },
  });
  const writer = openWriter(platform, () => {});
  onTestFinished(async () => {
    await writer.close();
    await service.close();
    await other.close();
  });
  const { handlers } = writer;
  await handlers['session.login']({ url: service.url, ...ACCOUNT });
  await handlers['sync.pull']({});
  const leave = async () =>
    handlers['session.login']({ url: other.url, email: 'other@example.com', password: 'demo' });
  return { ...writer, service, other, leave };
}

it('what is shown of a service is gone for good before the profile is said to be of another', async () => {
  const { disk, seen } = watching();
  const { leave } = await signedIn(disk);
  await leave();
  expect(seen).toContainEqual({ table: 'record', level: FULL });
  expect(seen).toContainEqual({ table: 'asset', level: FULL });
});

it('a profile is of one account or of the other, wherever the change between them ends early', async () => {
  const { ws, service, other, leave } = await signedIn(systemDisk);
  ws.work.exec(
    `CREATE TEMP TRIGGER ends BEFORE INSERT ON main.meta WHEN new.key = 'email'
     BEGIN SELECT RAISE(ABORT, 'ended'); END`,
  );
  await expect(leave()).rejects.toThrow('ended');
  expect([ws.meta.get('url'), ws.meta.get('email')]).toEqual([service.url, ACCOUNT.email]);
  ws.work.exec('DROP TRIGGER ends');
  await leave();
  expect([ws.meta.get('url'), ws.meta.get('email')]).toEqual([other.url, 'other@example.com']);
});

it('a profile of which a group is still being queued is pointed to no other service', async () => {
  const { ws, service, leave } = await signedIn(systemDisk);
  const groups = new BatchStore(ws.work);
  const group = { id: 'g', label: LABEL, plan: 'p', undoes: [], createdAt: 1 };
  groups.insert({ ...group, state: 'queueing' });
  // Remaining operations would be queued for the service that is signed in by then.
  await expect(leave()).rejects.toMatchObject({
    code: 'state',
    details: { why: { code: 'profile-unsent' } },
  });
  expect(ws.meta.get('url')).toBe(service.url);
});
