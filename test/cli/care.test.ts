import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { unzip } from '#test/support/unzip.ts';
import { Desk, expectRefusal, tempFolder } from './support.ts';

/** Returns a desk with one pending new edge band. */
async function deskWithWork(): Promise<Desk> {
  const desk = new Desk();
  await desk.core((core) =>
    core.call('records.create', {
      kind: 'edge-bands',
      values: { code: 'ABS-1', name: 'ABS 1' },
      files: [],
    }),
  );
  return desk;
}

describe('cabinet outbox export', () => {
  it('writes what waits, and says that it stays', async () => {
    const desk = await deskWithWork();
    const to = path.join(tempFolder(), 'outbox.zip');
    const ran = await desk.run(['outbox', 'export', '--to', to]);
    expect([ran.exit, ran.out]).toEqual([
      0,
      `Exported 1 change and 0 files to ${to}. The changes stay in the outbox.\n`,
    ]);
    expect(String((await unzip(to)).get('outbox.csv'))).toContain('ABS-1');
    const wrong = await desk.json(['outbox', 'export', '--to', 'outbox.txt']);
    expectRefusal(wrong, 2, 'invalid', /a file ….zip/);
  });
});

describe('cabinet diagnostics', () => {
  it('shows everything, or saves just that; a profile that cannot be opened is no obstacle', async () => {
    const desk = await deskWithWork();
    fs.writeFileSync(path.join(desk.dir, 'profiles', 'default', 'work.db'), 'no database');
    const shown = await desk.run(['diagnostics']);
    expect(shown.exit).toBe(0);
    expect(shown.out).toContain('--- databases.json');
    expect(shown.out).toContain('SQLITE_NOTADB');
    const to = path.join(tempFolder(), 'diagnostics.zip');
    const saved = await desk.json(['diagnostics', '--to', to]);
    const { parts } = saved.json(z.strictObject({ file: z.string(), parts: z.array(z.string()) }));
    expect([...(await unzip(to)).keys()]).toEqual(parts);
  });
});

describe('the log of the terminal', () => {
  it('tells how a command ended, without what was typed, and stands in the diagnostics', async () => {
    const desk = await deskWithWork();
    expect((await desk.json(['push'])).exit).toBe(3);
    const typed = ['edit', 'edge-bands', 'secret-code', '--set', 'name=x'];
    expect((await desk.json(typed)).exit).toBe(2);
    const log = fs.readFileSync(path.join(desk.dir, 'logs', 'cabinet.log'), 'utf8');
    expect(log.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^\S+ error A command ended with unauthorized$/),
      expect.stringMatching(/^\S+ error A command ended with not-found$/),
    ]);
    const { out } = await desk.run(['diagnostics']);
    expect(out).toContain('error A command ended with');
    expect(out).toContain('"shell": "terminal"');
    expect(out).toMatch(/"fileSystem": "\w+"/);
    expect(out).toMatch(/"permissions": \{\s+"mode": "\d{3}",\s+"ownedByThisUser": true/);
    expect(out).toMatch(/"timeZone": ".+"/);
  });
});

describe('cabinet data', () => {
  const where = z.object({
    folder: z.string(),
    fixed: z.boolean(),
    old: z.object({ folder: z.string(), bytes: z.number() }).nullable(),
    removed: z.string().nullable(),
  });

  it('moves, is found under the old name, and removes the old copy', async () => {
    const desk = await deskWithWork();
    const to = path.join(tempFolder(), 'place');
    const moved = await desk.run(['data', 'move', to]);
    expect(moved.exit).toBe(0);
    expect(moved.out).toContain(`files to ${to}. A copy remains in ${desk.dir}`);
    const found = (await desk.json(['data', 'where'])).json(where);
    expect(found).toMatchObject({ folder: to, fixed: false, old: { folder: desk.dir } });
    const removed = (await desk.json(['data', 'remove-old'])).json(where);
    expect(removed).toMatchObject({ removed: desk.dir, old: null });
    expect(fs.readdirSync(desk.dir)).toEqual(['moved.json']);
    expect((await desk.run(['queue'])).out).toContain('ABS-1');
  });

  it('is refused while a Cabinet is open, and without a folder', async () => {
    const desk = await deskWithWork();
    const to = path.join(tempFolder(), 'place');
    await desk.core(async () => {
      expectRefusal(
        await desk.json(['data', 'move', to]),
        6,
        'busy',
        /open in another Cabinet window/,
      );
    });
    expect(fs.existsSync(to)).toBe(false);
    expectRefusal(await desk.json(['data', 'move']), 2, 'invalid', /FOLDER/);
  });
});
