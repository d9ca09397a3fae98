import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

/**
 * Tests that the last messages of a page are on the disk before the program ends.
 *
 * The page sends them only when it is left. `end` ends the program. Afterwards no files may remain
 * beside the databases.
 */
export function itKeepsLastWords(title: string, end: (program: Program) => void): void {
  let program: Program;
  beforeAll(async () => {
    program = startProgram();
    await program.until(() => program.names().includes('window.loadURL'));
  }, 60_000);

  it(title, async () => {
    const page = program.page();
    const values = { code: 'ABS-9', name: 'ABS 9' };
    await page.call('records.create', { kind: 'edge-bands', values, files: [] });
    const draft = { typed: { name: 'ABS 9 dąb' }, base: null, files: [], at: 1 };
    program.window().contents.on('test-left', () => {
      page.call('drafts.set', { key: 'new:edge-bands', draft }).catch(() => undefined);
    });
    end(program);
    expect(program.names()).not.toContain('ended');
    await program.until(() => program.names().includes('ended'));
    const profile = path.join(program.dataDir, 'profiles', 'default');
    expect(fs.readdirSync(profile).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
    expect(keptDrafts(profile)).toContain('ABS 9 dąb');
    expect(program.names()).not.toContain('app.relaunch');
  });
}

/** Returns all drafts that a closed profile keeps. */
export function keptDrafts(profile: string): string {
  const db = new Database(path.join(profile, 'work.db'), { readonly: true });
  try {
    return JSON.stringify(db.prepare('SELECT * FROM draft').all());
  } finally {
    db.close();
  }
}
