import fs from 'node:fs';
import path from 'node:path';
import { createCipheriv } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { fileSecrets } from '#core/app/nodePlatform.ts';
import { machineAndUser } from '#core/app/shell/machine.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { keptToken, secretNames } from '#test/support/keptToken.ts';
import { testPlatform, testRandom } from '#test/support/platform.ts';
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

describe('a seal of the data folder', () => {
  const ana = () => 'computer 1, user 1000';
  const copyOf = (dataDir: string) => {
    const copy = path.join(tempFolder(), 'copy');
    fs.cpSync(dataDir, copy, { recursive: true });
    return copy;
  };

  it.each(['computer 2, user 1000', 'computer 1, user 1001'])(
    'opens for its computer and user alone, not for %s',
    async (other) => {
      const dataDir = tempFolder();
      await fileSecrets(dataDir, ana).set('token:default', 'secret');
      expect(await fileSecrets(dataDir, ana).get('token:default')).toBe('secret');
      const copied = fileSecrets(copyOf(dataDir), () => other);
      expect(await copied.get('token:default')).toBeNull();
      await copied.set('token:default', 'own');
      expect(await copied.get('token:default')).toBe('own');
      expect(await fileSecrets(dataDir, ana).movedTo?.(dataDir).get('token:default')).toBe(
        'secret',
      );
    },
  );

  it('is not taken without an owner, because another person may have made it', async () => {
    const dataDir = tempFolder();
    const folder = path.join(dataDir, 'secrets');
    fs.mkdirSync(folder);
    const [key, iv] = [Buffer.alloc(32, 7), Buffer.alloc(12, 9)];
    fs.writeFileSync(path.join(folder, 'key'), key);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([cipher.update('earlier', 'utf8'), cipher.final()]);
    const name = `${Buffer.from('token:default').toString('hex')}.sealed`;
    fs.writeFileSync(path.join(folder, name), Buffer.concat([iv, cipher.getAuthTag(), sealed]));
    expect(await fileSecrets(dataDir, ana).get('token:default')).toBeNull();
  });

  it('names this computer and user the same way at each start', () => {
    expect(machineAndUser()).toBe(machineAndUser());
    expect(machineAndUser()).toContain(String(process.getuid?.() ?? ''));
  });
});

describe('a copied data folder', () => {
  it('asks for a sign-in of its own, keeps its queue, and leaves the original signed in', async () => {
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const [original, copy] = [tempFolder(), path.join(tempFolder(), 'copy')];
    const open = (dataDir: string, seed: number) => {
      const core = openCore(testPlatform(dataDir, { random: testRandom(seed) }));
      onTestFinished(() => core.close());
      return core;
    };
    const first = open(original, 1);
    await first.call('session.login', { url: service.url, ...ACCOUNT });
    const values = { code: 'N1', name: 'N1' };
    await first.call('records.create', { kind: 'edge-bands', values, files: [] });
    await first.close();
    fs.cpSync(original, copy, { recursive: true });
    const second = open(copy, 2);
    expect((await second.call('status.get', {})).signedIn).toBe(false);
    await expect(second.call('sync.push', { patience: 0 })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    // The pending change is looked up before it is sent, because the original may have sent it.
    const { queue } = await second.call('status.get', {});
    expect(Object.values(queue).reduce((sum, each) => sum + each)).toBe(1);
    // Signed out there, nothing of the original's sign-in is left in the copy.
    await second.call('session.logout', {});
    expect(secretNames(copy)).toEqual([]);
    await second.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await second.call('status.get', {})).signedIn).toBe(true);
    expect((await open(original, 3).call('status.get', {})).signedIn).toBe(true);
  });

  it('holds no token in its backups', async () => {
    const dataDir = tempFolder();
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const core = openCore(testPlatform(dataDir));
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    const token = (await keptToken(dataDir)) ?? '';
    await core.close();
    const backups = fs.globSync('profiles/*/backups/*', { cwd: dataDir });
    expect(backups).toHaveLength(1);
    expect(token).not.toBe('');
    for (const each of backups)
      expect(fs.readFileSync(path.join(dataDir, each)).includes(token)).toBe(false);
  });
});
