import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const [OPERATIONS, FILES] = [30_000, 1000];

/** A work with a long history of changes of prices, and files that were just taken in. */
const FILL = `
  INSERT INTO entity(eid, number, kind, title, state) VALUES ('e', 1, 'fittings', 'x', 'new');
  WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${OPERATIONS})
    INSERT INTO operation(id, eid, action, patch, base, state, created_at, updated_at, digest)
    SELECT 'o' || at, 'e', 'update', '{"set":{"price":"' || at || '"},"files":{}}', hex(zeroblob(300)), 'done', 1, 1, '' FROM n;
  WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ${FILES})
    INSERT INTO staged(file, sha256, size, extension, name, source, staged_at)
    SELECT printf('00000000-0000-7000-8000-%012x', at), 's' || at, 1, '.png', 'a.png', '/a.png', 1 FROM n;
  UPDATE operation SET patch = '{"set":{},"files":{"images":{"add":[{"$file":"00000000-0000-7000-8000-000000000001"}],"remove":[]}}}' WHERE id = 'o7';
  INSERT INTO draft(key, body, updated_at) VALUES ('d', '{"images":[{"$file":"00000000-0000-7000-8000-000000000002"}]}', 1);
`;

it('many files that nobody wants are given back at once, however long the history is', async () => {
  const { ws, handlers, close } = openWriter(
    testPlatform(path.join(tempFolder(), 'data')),
    () => {},
  );
  onTestFinished(close);
  ws.work.exec(FILL);
  const all = ws.work.prepare('SELECT file FROM staged ORDER BY file').pluck().all().map(String);
  expect(all).toHaveLength(FILES);
  const took = async (files: readonly string[]) => {
    const began = performance.now();
    await handlers['files.unstage']({ files: [...files] });
    return performance.now() - began;
  };
  const few = await took(all.slice(0, 10));
  // Gone through for each of them, the history would make it a hundred times as long.
  expect(await took(all.slice(10))).toBeLessThan(30 * Math.max(few, 5));
  // Files that a change or a draft names stay.
  expect(ws.work.prepare('SELECT file FROM staged ORDER BY file').pluck().all()).toEqual(
    all.slice(0, 2),
  );
});
