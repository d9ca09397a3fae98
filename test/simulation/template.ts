import fs from 'node:fs';
import path from 'node:path';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { scratch } from './desk.ts';
import { FIRST_NUMBER, numbered } from './numbered.ts';

/** A profile that was opened once and closed: every schedule starts from a copy of it. */
export function makeTemplate(): string {
  const dataDir = fs.mkdtempSync(path.join(scratch, 'cabinet-template-'));
  const secrets = {
    get: () => Promise.resolve(null),
    set: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
  const { files, openDatabase } = systemSeams.disk;
  const statSync = numbered(files.statSync, FIRST_NUMBER);
  const disk = { openDatabase, files: { ...files, statSync } };
  const platform = {
    ...systemSeams,
    disk,
    dataDir,
    profile: 'default',
    secrets,
    log: () => undefined,
  };
  openWorkspace(platform, () => undefined).close();
  fs.rmSync(path.join(dataDir, 'profiles', 'default', 'backups'), { recursive: true, force: true });
  process.once('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
