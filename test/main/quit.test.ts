import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';
import { keptDrafts } from './lastWords.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('the desktop shell writes everything down before it ends', async () => {
  const page = program.page();
  const values = { code: 'ABS-9', name: 'ABS 9' };
  await page.call('records.create', { kind: 'edge-bands', values, files: [] });
  const draft = { typed: { name: 'ABS 9 dąb' }, base: null, files: [], at: 1 };
  // A page sends the last typed text only when it is left.
  program.window().contents.on('test-left', () => {
    page.call('drafts.set', { key: 'new:edge-bands', draft }).catch(() => undefined);
  });
  const profile = path.join(program.dataDir, 'profiles', 'default');
  expect(fs.existsSync(path.join(profile, 'work.db-wal'))).toBe(true);
  program.window().maximized = true;
  program.double.realApp.quit();
  program.double.realApp.quit();
  expect(program.names()).not.toContain('ended');
  await program.until(() => program.names().includes('ended'));
  const left = fs.readdirSync(profile).filter((name) => /-(wal|shm)$/.test(name));
  expect(left).toEqual([]);
  expect(keptDrafts(profile)).toContain('ABS 9 dąb');
  const kept = fs.readFileSync(path.join(program.double.control.userData, 'shell.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({
    window: { x: 40, y: 50, width: 1200, height: 800, maximized: true },
  });
});
