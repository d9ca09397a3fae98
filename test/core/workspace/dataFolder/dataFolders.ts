import fs from 'node:fs';
import path from 'node:path';
import { openCore } from '#core/app/core.ts';
import { fileSecrets } from '#core/app/nodePlatform.ts';
import { PNG } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** Codes of the pending records in each profile. */
export const CODES = ['ABS-1', 'ABS-2'];

/** A data folder with two profiles, a queue, a staged file and a kept sign-in. */
export async function filledFolder(): Promise<string> {
  const from = path.join(tempFolder(), 'data');
  for (const profile of ['default', 'other']) {
    const core = openCore(testPlatform(from, { profile }));
    const picture = path.join(tempFolder(), 'a.png');
    fs.writeFileSync(picture, PNG);
    await core.call('files.stage', { path: picture, kind: 'fittings' });
    for (const code of CODES)
      await core.call('records.create', {
        kind: 'edge-bands',
        values: { code, name: code },
        files: [],
      });
    await core.close();
  }
  await fileSecrets(from).set('token:default', 'a token');
  return from;
}

/** The codes that wait in the default profile of a data folder. */
export async function codesIn(dataDir: string): Promise<readonly (string | null)[]> {
  const core = openCore(testPlatform(dataDir));
  try {
    const { operations } = await core.call('outbox.list', {});
    return operations.map(({ key }) => key);
  } finally {
    await core.close();
  }
}
