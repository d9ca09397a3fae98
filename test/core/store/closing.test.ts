import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import type { Platform } from '#core/platform/platform.ts';
import { lockInstance } from '#core/workspace/instanceLock.ts';
import { showRows } from '#core/outbox/projection.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const SHOWN = {
  kind: 'edge-bands',
  entity: { eid: 'a', serviceId: null },
  record: { code: 'A' },
  states: ['waiting'],
} as const;

const open = (changes: Partial<Platform> = {}) =>
  openWorkspace({ ...testPlatform(tempFolder()), ...changes }, () => undefined);

const take = (folder: string) => lockInstance(systemDisk, folder).release();

describe('a profile whose close goes wrong', () => {
  it('is let go of where the lists cannot be brought in line', () => {
    const { ws, close } = open({
      caughtUp: () => {
        throw new Error('nobody foresaw this');
      },
    });
    showRows(ws, SHOWN);
    expect(close).toThrow('nobody foresaw this');
    expect([ws.work.open, ws.cache.open, ws.filesDb.open]).toEqual([false, false, false]);
    expect(() => take(ws.folder)).not.toThrow();
  });

  it('is let go of where it cannot be seen whether a backup is due', () => {
    const statSync = ((file: string) => {
      if (path.basename(file) === 'work.db' && closing) throw new Error('EIO');
      return systemDisk.files.statSync(file, { throwIfNoEntry: false });
    }) as typeof systemDisk.files.statSync;
    let closing = false;
    const { ws, close } = open({
      disk: { ...systemDisk, files: { ...systemDisk.files, statSync } },
    });
    closing = true;
    expect(close).toThrow('EIO');
    expect([ws.work.open, ws.cache.open, ws.filesDb.open]).toEqual([false, false, false]);
    expect(() => take(ws.folder)).not.toThrow();
  });

  it('is kept while one of its files is still open, and let go of by another close', () => {
    const { ws, close } = open();
    const reading = ws.cache.prepare('SELECT 1 UNION SELECT 2').iterate();
    reading.next();
    expect(close).toThrow('busy');
    expect(() => take(ws.folder)).toThrow('open in another Cabinet window');
    reading.return?.();
    close();
    expect(() => take(ws.folder)).not.toThrow();
  });
});
