import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { newestAside, setAside } from '#core/workspace/openCache.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

it('what is set aside in one millisecond is all kept, each with its own log', () => {
  const file = path.join(tempFolder(), 'work.db');
  const now = Date.UTC(2026, 2, 2, 8, 0, 0, 999);
  const put = (text: string) => {
    fs.writeFileSync(file, text);
    return setAside(systemDisk, file, now);
  };
  const first = put('first');
  // A log that lies by itself under a name would become that of the database which takes it.
  const log = `${file}.damaged-2026-03-02T08-00-01-000Z-wal`;
  fs.writeFileSync(log, 'of another');
  const others = ['second', 'third'].map(put);
  expect([first, ...others].map((name) => fs.readFileSync(name, 'utf8'))).toEqual([
    'first',
    'second',
    'third',
  ]);
  expect(others.map((name) => `${name}-wal`)).not.toContain(log);
  expect(newestAside(systemDisk, file)).toBe(others[1]);
});
