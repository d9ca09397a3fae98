import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fileSecrets } from '#core/nodePlatform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

it.each([0, 7, 64])(
  'a key that a power cut left %i bytes of asks for the sign-in once more, and no more',
  async (length) => {
    const dataDir = tempFolder();
    const secrets = fileSecrets(dataDir);
    await secrets.set('token:default', 'before');
    fs.writeFileSync(path.join(dataDir, 'secrets', 'key'), Buffer.alloc(length));
    expect(await secrets.get('token:default')).toBeNull();
    await secrets.set('token:default', 'after');
    expect(await secrets.get('token:default')).toBe('after');
  },
);
