import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import type { Disk } from '#core/platform/disk.ts';
import { profileBackups } from '#core/app/shell/maintenance.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { backUp, listBackups } from '#core/workspace/backup.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Opens the profile, does something in it and closes it, a second later each time. */
function sittings(clock = testClock(), disk = systemDisk, folder = tempFolder()) {
  const platform = testPlatform(folder, { clock, disk });
  const sit = async (work: (core: Core) => Promise<unknown>) => {
    clock.advance(1000);
    const core = openCore(platform);
    await work(core);
    await core.close();
  };
  const add = (code: string) =>
    sit((core) =>
      core.call('records.create', { kind: 'edge-bands', values: { code, name: code }, files: [] }),
    );
  const waiting = () => profileBackups(platform, 'default').map((each) => each.waiting);
  return { sit, add, waiting };
}

describe('a backup', () => {
  it('is the newest of those that are kept, though the clock was ahead when others were made', async () => {
    const clock = testClock(Date.UTC(2031, 0, 1));
    const { add, waiting } = sittings(clock);
    for (let n = 1; n <= 5; n += 1) await add(`A${n}`);
    clock.set(Date.UTC(2026, 0, 1));
    await add('A6');
    await add('A7');
    // The newest three, and nothing that is older though its name says a later year.
    expect(waiting()).toEqual([7, 6, 5]);
  });

  it('of an earlier hour, day or week is replaced by no number of changes within a minute', async () => {
    const clock = testClock();
    const { add, waiting } = sittings(clock);
    await add('W1');
    clock.advance(8 * DAY);
    await add('D1');
    clock.advance(DAY);
    await add('H1');
    clock.advance(HOUR);
    for (let n = 1; n <= 7; n += 1) await add(`N${n}`);
    // Seven within seven seconds leave the newest three of them.
    expect(waiting()).toEqual([10, 9, 8, 3, 2, 1]);
  });

  it('from before an upgrade of the tables is counted apart', async () => {
    const clock = testClock();
    const folder = tempFolder();
    const { add } = sittings(clock, systemDisk, folder);
    await add('A1');
    const [work, profile] = [`${folder}/profiles/default/work.db`, `${folder}/profiles/default`];
    const db = systemDisk.openDatabase(work);
    const upgrade = backUp(systemDisk, db, profile, clock.now(), 'upgrade');
    db.close();
    for (let n = 2; n <= 9; n += 1) await add(`A${n}`);
    const names = listBackups(systemDisk, profile).map((each) => path.basename(each));
    expect(names).toHaveLength(4);
    expect(names.at(-1)).toMatch(/^work-.*Z-before-upgrade\.db$/);
    expect(names.at(-1)).toBe(path.basename(upgrade ?? ''));
  });

  it.each<[string, (core: Core) => Promise<unknown>]>([
    ['a draft', (core) => core.call('drafts.set', { key: 'new:x', draft: { name: 'typed' } })],
    [
      'a view',
      (core) => core.call('views.save', { kind: 'fittings', view: { name: 'Mine', body: {} } }),
    ],
    [
      'a plan',
      (core) => core.call('productDrafts.save', { plan: null, name: 'P', draft: { parts: [] } }),
    ],
    [
      'a review',
      async (core) => {
        const { session } = await core.call('review.start', {
          name: 'R',
          source: { from: 'query', query: { kind: 'edge-bands' } },
        });
        await core.call('review.mark', { session, index: 0, mark: 'approved' });
      },
    ],
    ['a setting', (core) => core.call('settings.set', { values: { theme: 'dark' } })],
  ])('is made where %s is all that is new', async (_what, work) => {
    const { sit, add, waiting } = sittings();
    await add('A1');
    await sit(() => Promise.resolve());
    expect(waiting()).toEqual([1]);
    await sit(work);
    expect(waiting()).toEqual([1, 1]);
    await sit(() => Promise.resolve());
    expect(waiting()).toEqual([1, 1]);
  });

  it('is made at the next close where a copy was not sound', async () => {
    let isBroken = true;
    const openDatabase: Disk['openDatabase'] = (file, options) => {
      if (isBroken && file.endsWith('.part')) fs.writeFileSync(file, 'flipped bits');
      return systemDisk.openDatabase(file, options);
    };
    const { sit, add, waiting } = sittings(testClock(), { ...systemDisk, openDatabase });
    await add('A1');
    expect(waiting()).toEqual([]);
    isBroken = false;
    await sit(() => Promise.resolve());
    expect(waiting()).toEqual([1]);
  });

  it('is made at the next close where the program was killed while it made one, of which nothing stays', async () => {
    let folder = '';
    const openDatabase: Disk['openDatabase'] = (file, options) => {
      const db = systemDisk.openDatabase(file, options);
      // The copy is there and is being looked at: the profile as a kill leaves it now.
      if (file.endsWith('.part') && folder === '') {
        const profile = path.dirname(path.dirname(file));
        folder = tempFolder();
        fs.cpSync(profile, path.join(folder, 'profiles', 'default'), { recursive: true });
      }
      return db;
    };
    await sittings(testClock(), { ...systemDisk, openDatabase }).add('A1');
    const killed = sittings(testClock(), systemDisk, folder);
    expect(killed.waiting()).toEqual([]);
    await killed.sit(() => Promise.resolve());
    expect(killed.waiting()).toEqual([1]);
    const backups = fs.readdirSync(path.join(folder, 'profiles', 'default', 'backups'));
    expect(backups).toHaveLength(1);
  });
});
