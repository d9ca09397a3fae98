import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asAppError } from '#contract/errors.ts';
import { openCore } from '#core/app/core.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../support/desk.ts';
import { testPlatform } from '../support/platform.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** A disk of so many megabytes, or null where this computer does not let a test make one. */
function smallDisk(megabytes: number): string | null {
  const place = tempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place], {
      stdio: 'pipe',
    });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', place]));
  return place;
}

/** Leaves `left` bytes on a disk. */
function fill(place: string, left: number): string {
  const { bavail, bsize } = fs.statfsSync(place);
  const ballast = path.join(place, 'ballast');
  fs.writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  return ballast;
}

describe('a full disk', () => {
  it('at any moment of an edit or a push: said plainly, nothing sent that could not be written down, nothing lost', async (context) => {
    const place = smallDisk(32);
    if (place === null) {
      context.skip('no small disk can be mounted here (that takes root)');
      return;
    }
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    const core = openCore(testPlatform(place));
    onTestFinished(() => core.close());
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    await core.call('sync.pull', {});
    const kept: string[] = [];
    let refused = 0;
    for (let round = 0; round < 20; round += 1) {
      const ballast = fill(place, round * 12_288);
      for (let n = 0; n < 6; n += 1) {
        const kod = `FULL-${round}-${n}`;
        const values = { kod, name: 'Zawias', price: '1', description: 'x'.repeat(3_000) };
        const made = await core
          .call('records.create', { kind: 'fittings', values, files: [] })
          .catch((error: unknown) => {
            expect(asAppError(error).code).toBe('disk-full');
            refused += 1;
            return null;
          });
        if (made !== null) kept.push(kod);
      }
      const pushed = await core.call('sync.push', { patience: 0 }).catch((error: unknown) => {
        expect(asAppError(error).code).toBe('disk-full');
        return null;
      });
      if (pushed !== null && pushed.stopped !== null) expect(pushed.stopped.code).toBe('disk-full');
      expect((await core.call('records.list', { kind: 'fittings' })).total).toBeGreaterThan(0);
      fs.rmSync(ballast);
    }
    expect(refused, 'the disk was never full').toBeGreaterThan(0);
    for (let i = 0; i < 5; i += 1) await core.call('sync.push', { patience: 600_000 });
    const codes = service.state.all('fittings').map(({ kod }) => String(kod));
    expect(kept.filter((kod) => codes.filter((each) => each === kod).length !== 1)).toEqual([]);
    expect((await core.call('status.get', {})).queue).toMatchObject({
      waiting: 0,
      unknown: 0,
      refused: 0,
    });
  }, 120_000);
});
