import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../support/desk.ts';
import { testPlatform } from '../support/platform.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';

/** Ways in which a disk, a copy or a half-finished restore damages a file. */
const DAMAGES: Readonly<Record<string, (file: string, chance: Chance) => void>> = {
  'cut to nothing': (file) => fs.truncateSync(file, 0),
  'cut short': (file, chance) => fs.truncateSync(file, chance.below(fs.statSync(file).size)),
  'a bit flipped': (file, chance) => flip(file, chance, 1),
  'a hundred bits flipped': (file, chance) => flip(file, chance, 100),
  'a page overwritten': (file, chance) => {
    const bytes = fs.readFileSync(file);
    const at = chance.below(bytes.length >> 12) << 12;
    fs.writeFileSync(file, bytes.fill(chance.below(256), at, at + 4096));
  },
  gone: (file) => fs.rmSync(file),
  'a text in its place': (file) => fs.writeFileSync(file, 'not a database\n'.repeat(500)),
};

function flip(file: string, chance: Chance, count: number): void {
  const bytes = fs.readFileSync(file);
  for (let i = 0; i < count; i += 1) {
    const at = chance.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
  }
  fs.writeFileSync(file, bytes);
}

const TRIES = 25;

async function profile() {
  const dataDir = tempFolder();
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  onTestFinished(() => service.close());
  const core = openCore(testPlatform(dataDir));
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  await core.call('sync.pull', {});
  const queued: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const values = { kod: `D-${n}`, name: `Zawias ${n}`, price: `${n}.5` };
    const { operation } = await core.call('records.create', {
      kind: 'fittings',
      values,
      files: [],
    });
    queued.push(operation ?? '');
  }
  await core.close();
  return { dataDir, queued };
}

/** Opens a copy of a profile with one damaged file, and returns the result that a person sees. */
async function openDamaged(dataDir: string, name: string, damage: (file: string) => void) {
  const copy = tempFolder();
  fs.cpSync(dataDir, copy, { recursive: true });
  damage(path.join(copy, 'profiles', 'default', name));
  const core = openCore(testPlatform(copy));
  try {
    const { operations } = await core.call('outbox.list', {});
    const { notices, counts } = await core.call('status.get', {});
    return { ids: operations.map(({ id }) => id), notices, rows: counts.fittings };
  } finally {
    await core.close();
  }
}

describe('a damaged file', () => {
  for (const [name, damage] of Object.entries(DAMAGES))
    it(`${name}, as the outbox: every queued change is there, or the person is told`, async () => {
      const { dataDir, queued } = await profile();
      for (let n = 0; n < TRIES; n += 1) {
        const chance = chanceOf(n);
        const seen = await openDamaged(dataDir, 'work.db', (file) => damage(file, chance));
        const lost = queued.filter((id) => !seen.ids.includes(id));
        expect(lost.length === 0 || seen.notices.length > 0, `try ${n}: ${lost.length} lost`).toBe(
          true,
        );
        expect(lost, `try ${n}: the backup holds them all`).toEqual([]);
      }
    }, 120_000);

  for (const [name, damage] of Object.entries(DAMAGES))
    it(`${name}, as the mirror: it is begun anew, and the outbox is untouched`, async () => {
      const { dataDir, queued } = await profile();
      for (let n = 0; n < TRIES; n += 1) {
        const chance = chanceOf(1_000 + n);
        const seen = await openDamaged(dataDir, 'cache.db', (file) => damage(file, chance));
        expect(
          seen.ids.filter((id) => queued.includes(id)),
          `try ${n}`,
        ).toHaveLength(queued.length);
        expect(seen.rows, `try ${n}`).toBeGreaterThanOrEqual(queued.length);
      }
    }, 120_000);

  it('and a WAL of another time beside it: nothing of it is taken for the outbox', async () => {
    const { dataDir, queued } = await profile();
    for (let n = 0; n < 10; n += 1) {
      const seen = await openDamaged(dataDir, 'work.db', (file) => {
        const bytes = Buffer.from(fs.readFileSync(file).subarray(0, 4096 * (n + 1)));
        fs.writeFileSync(`${file}-wal`, bytes);
      });
      expect(queued.filter((id) => !seen.ids.includes(id))).toEqual([]);
    }
  }, 120_000);
});
