import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#core/app/nodePlatform.ts';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, PNG, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const MINUTE = 60_000;
const PICTURE = 'uploads/fittings/a.png';

it('pictures are fetched again when what is known of them could not be written for a while', async () => {
  const root = tempFolder();
  const seedFiles = path.join(root, 'files');
  fs.mkdirSync(path.dirname(path.join(seedFiles, PICTURE)), { recursive: true });
  fs.writeFileSync(path.join(seedFiles, PICTURE), PNG);
  const service = await startReference({ seed: SEED, account: ACCOUNT, seedFiles });
  // Waits between attempts end at once; the limit of a slow download does not.
  const sleep = (ms: number, signal?: AbortSignal) =>
    systemClock.sleep(ms < MINUTE ? ms : 20, signal);
  const platform = {
    ...testPlatform(path.join(root, 'data')),
    clock: { ...systemClock, sleep },
    fetchFile: fetch,
  };
  const writer = openWriter(platform, () => {}, true);
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
  const { filesDb, assets } = writer.ws;
  filesDb.exec(
    `CREATE TEMP TRIGGER no_room BEFORE INSERT ON main.mark WHEN new.key = 'state'
     BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
  );
  await writer.handlers['assets.want']({ paths: [PICTURE] });
  await expect.poll(() => platform.logged.length).toBeGreaterThan(0);
  filesDb.exec('DROP TRIGGER no_room');
  await writer.handlers['assets.want']({ paths: [PICTURE] });
  await expect.poll(() => assets.get(PICTURE)?.state).toBe('here');
});
