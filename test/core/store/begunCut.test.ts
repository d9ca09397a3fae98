import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

it.each<[string, (db: Database.Database) => void]>([
  ['made', () => undefined],
  ['given its log', (db) => db.pragma('journal_mode = WAL')],
])('work of which the file was only %s at the first start is no lost work', async (_, begin) => {
  const platform = testPlatform(tempFolder());
  const folder = path.join(platform.dataDir, 'profiles', 'default');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'work.db');
  fs.writeFileSync(file, '');
  const db = new Database(file);
  begin(db);
  db.close();
  const core = openCore(platform);
  expect((await core.call('status.get', {})).notices).toEqual([]);
  await core.close();
});
