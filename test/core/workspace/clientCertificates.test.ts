import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { collectDiagnostics } from '#core/app/shell/diagnostics/collect.ts';
import { withCertificates } from '#core/workspace/clientCertificates.ts';
import { removeProfile } from '#core/app/shell/maintenance.ts';
import type { Managed } from '#contract/managed.ts';
import { startReference } from '#reference/server.ts';
import { filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { clientCertificate, PASSPHRASE, pfxFile } from '#test/support/certificateGateway.ts';
import { startGateway } from '#test/support/startGateway.ts';
import type { Gateway } from '#test/support/certificateGateway.ts';
import { ACCOUNT, PNG, SEED } from '#test/support/desk.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const PFX = pfxFile().toString('base64');
const GIVEN = { pfx: PFX, passphrase: PASSPHRASE };
const NONE = { address: null, subject: null, validTo: null, managedFile: null, fault: null };

/** A workstation whose service stands behind a gateway that asks for a certificate. */
async function openDesk(managed: (gateway: Gateway) => Managed = () => ({})) {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const gateway = await startGateway(service.url);
  const dataDir = tempFolder();
  const policy = { managed: managed(gateway), fault: null };
  const platform = { ...testPlatform(dataDir), policy };
  let core = openCore(platform);
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  return {
    service,
    gateway,
    dataDir,
    platform,
    call: ((name, input) => core.call(name, input)) as typeof core.call,
    signIn: (url = gateway.url) => core.call('session.login', { url, ...ACCOUNT }),
    choose: () => core.call('certificate.set', { ...GIVEN, url: gateway.url }),
    restart: async (between: () => void = () => {}) => {
      await core.close();
      between();
      core = openCore(platform);
    },
    close: () => core.close(),
  };
}

describe('R15: the client certificate of a profile', () => {
  it('is asked for, chosen, and used for sign-in, pull and push, also after a restart', async () => {
    const desk = await openDesk();
    await expect(desk.signIn()).rejects.toMatchObject({
      code: 'client-certificate',
      details: { why: { code: 'certificate-required' } },
    });
    expect(desk.gateway.asked).toEqual([]);
    expect(await desk.call('certificate.get', {})).toEqual(NONE);
    expect(await desk.choose()).toEqual({
      ...NONE,
      address: desk.gateway.url,
      subject: 'O=Meble, CN=Anna Nowak',
      validTo: Date.UTC(2081, 8, 1, 2, 42, 43),
    });
    await desk.signIn();
    await desk.call('sync.pull', {});
    await desk.restart();
    const values = { price: '9.20' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    const result = await desk.call('sync.push', { patience: 0 });
    expect(result).toMatchObject({ done: 1, stopped: null });
    expect(new Set(desk.gateway.names)).toEqual(new Set(['O=Meble\nCN=Anna Nowak']));
    expect(desk.gateway.asked).toHaveLength(desk.service.log.length);
  });

  it('keeps a change unsent while it is missing, and sends it once afterwards', async () => {
    const desk = await openDesk();
    await desk.choose();
    await desk.signIn();
    await desk.call('sync.pull', {});
    await desk.call('certificate.forget', {});
    await desk.restart();
    const values = { price: '9.20' };
    await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
    const stopped = await desk.call('sync.push', { patience: 0 });
    expect(stopped).toMatchObject({ done: 0, unknown: 0 });
    expect(stopped.stopped).toMatchObject({
      code: 'client-certificate',
      why: { code: 'certificate-required' },
    });
    expect(await desk.call('connection.check', {})).toEqual({ state: 'certificate-required' });
    await desk.choose();
    expect(await desk.call('connection.check', {})).toEqual({ state: 'online' });
    expect(await desk.call('sync.push', { patience: 0 })).toMatchObject({ done: 1 });
    expect(desk.gateway.asked.filter((each) => each.startsWith('PATCH'))).toHaveLength(1);
  });

  it('is shown as refused when the gateway does not accept it', async () => {
    const desk = await openDesk();
    const other = await startGateway(desk.service.url, { sigalgs: 'ECDSA+SHA256' });
    await desk.call('certificate.set', { ...GIVEN, url: other.url });
    await expect(desk.signIn(other.url)).rejects.toMatchObject({
      code: 'client-certificate',
      details: { why: { code: 'certificate-refused' } },
    });
  });

  it('goes to its own address only, also for images', async () => {
    const desk = await openDesk();
    const answer = (_: unknown, response: { end: (bytes: Buffer) => void }) => response.end(PNG);
    const other = await startGateway('', { requestCert: true, rejectUnauthorized: false, answer });
    await desk.choose();
    await desk.signIn();
    await desk.call('settings.set', { values: { assetBaseUrl: other.url } });
    await desk.call('sync.pull', {});
    await desk.call('problems.checkFiles', {});
    expect(other.asked.some((each) => each.includes('/uploads/'))).toBe(true);
    await expect(desk.signIn(other.url)).rejects.toThrow();
    expect(other.asked).toContain('POST /admin/login');
    expect(new Set(other.names)).toEqual(new Set([undefined]));
  });
});

describe('R15: a file of the server', () => {
  it('is fetched with the certificate, and a file of another host without it', async () => {
    const given: unknown[] = [];
    const certificate = clientCertificate();
    const own = { find: (url: URL) => Promise.resolve(url.port === '1' ? certificate : null) };
    const { fetchFile } = withCertificates(
      {
        ...testPlatform(tempFolder()),
        fetchFile: (...[, , , , presented]) => {
          given.push(presented);
          return Promise.resolve(new Response());
        },
      },
      own,
    );
    for (const port of [1, 2]) await fetchFile?.(new URL(`https://a.example:${port}/a`), {}, 'any');
    expect(given).toEqual([certificate, null]);
  });
});

describe('R15: a file that cannot be used', () => {
  it.each([
    ['client', 'wrong', 'pfx-passphrase'],
    ['client-rc2', PASSPHRASE, 'pfx-old'],
    ['client-without-key', PASSPHRASE, 'pfx-key'],
  ])('%s with %j is refused and not stored: %s', async (name, passphrase, code) => {
    const desk = await openDesk();
    const pfx = pfxFile(name).toString('base64');
    const given = desk.call('certificate.set', { pfx, passphrase, url: desk.gateway.url });
    const refused = { code: 'rejected-file', details: { why: { code } } };
    await expect(given).rejects.toMatchObject(refused);
    expect(secretNames(desk.dataDir)).toEqual([]);
  });

  it('an expired one is refused with the day of its end, and an expiring one is shown', async () => {
    const desk = await openDesk();
    await desk.choose();
    desk.platform.clock.advance(100 * 365 * 86_400_000);
    const fault = { fault: 'pfx-expired', subject: 'O=Meble, CN=Anna Nowak' };
    expect(await desk.call('certificate.get', {})).toMatchObject(fault);
    await expect(desk.choose()).rejects.toMatchObject({
      message: expect.stringContaining('valid until 2081-09-01'),
      details: { why: { code: 'pfx-expired', params: { date: Date.UTC(2081, 8, 1, 2, 42, 43) } } },
    });
  });

  it.each([undefined, 'http://server.example', 'no address'])(
    'needs an https address: %s',
    async (url) => {
      const desk = await openDesk();
      const given = desk.call('certificate.set', { ...GIVEN, url });
      await expect(given).rejects.toMatchObject({ code: 'invalid' });
    },
  );
});

describe('R15: a certificate of the managed settings', () => {
  const openManaged = async () => {
    const file = path.join(tempFolder(), 'office.pfx');
    fs.writeFileSync(file, pfxFile());
    const desk = await openDesk(({ url }) => ({
      service: { url, only: false, clientCertificate: file },
    }));
    return { ...desk, file };
  };

  it('is used as soon as its passphrase is given, and read again when it is replaced', async () => {
    const desk = await openManaged();
    expect(await desk.call('certificate.get', {})).toMatchObject({
      managedFile: desk.file,
      fault: 'pfx-passphrase',
    });
    await expect(desk.signIn()).rejects.toMatchObject({ code: 'client-certificate' });
    const info = await desk.call('certificate.set', { pfx: null, passphrase: PASSPHRASE });
    expect(info).toMatchObject({ subject: 'O=Meble, CN=Anna Nowak', fault: null });
    await desk.signIn();
    fs.writeFileSync(desk.file, 'x');
    desk.platform.clock.advance(31_000);
    expect(await desk.call('certificate.get', {})).toMatchObject({ fault: 'pfx-content' });
    fs.rmSync(desk.file);
    desk.platform.clock.advance(31_000);
    expect(await desk.call('certificate.get', {})).toMatchObject({ fault: 'pfx-missing' });
  });

  it('cannot be replaced by another file', async () => {
    const desk = await openManaged();
    await expect(desk.choose()).rejects.toMatchObject({
      code: 'invalid',
      message: 'Set by your administrator.',
    });
  });
});

describe('T10: a client certificate and its passphrase', () => {
  it('are in no file, log or diagnostics in the clear', async () => {
    const desk = await openDesk();
    const shown = [await desk.choose(), await desk.call('settings.get', {})];
    await desk.signIn();
    await desk.call('sync.pull', {});
    await desk.close();
    const part = pfxFile().subarray(400, 460).toString('hex');
    const secrets = [PASSPHRASE, PFX.slice(400, 460), part];
    const parts = await collectDiagnostics(desk.platform);
    const texts = [...parts.map(({ text }) => text), ...desk.platform.logged];
    expect(secretsIn([...texts, JSON.stringify(shown)].join('\n'), secrets)).toEqual([]);
    expect(texts.join('\n')).not.toContain('Anna Nowak');
    expect(filesWithSecrets(desk.dataDir, secrets)).toEqual([]);
    const bytes = pfxFile().subarray(400, 460);
    const files = fs.readdirSync(desk.dataDir, { recursive: true, withFileTypes: true });
    for (const each of files.filter((entry) => entry.isFile())) {
      const content = fs.readFileSync(path.join(each.parentPath, each.name));
      expect(content.includes(bytes)).toBe(false);
    }
  });

  it('are not used for another server that a restored backup or a given folder names', async () => {
    const desk = await openDesk();
    await desk.choose();
    await desk.signIn();
    const other = await startGateway(desk.service.url, {
      requestCert: true,
      rejectUnauthorized: false,
    });
    await desk.restart(() =>
      openDatabase(path.join(desk.dataDir, 'profiles', 'default', 'work.db'), (db) =>
        db.prepare(`UPDATE meta SET value = ? WHERE key = 'url'`).run(other.url),
      ),
    );
    await desk.signIn(other.url);
    await desk.call('sync.pull', {});
    expect(other.names.length).toBeGreaterThan(0);
    expect(new Set(other.names)).toEqual(new Set([undefined]));
  });

  it('are deleted when they are forgotten, and with their profile', async () => {
    const desk = await openDesk();
    await desk.choose();
    expect(secretNames(desk.dataDir).filter((name) => name.endsWith(':certificate'))).toHaveLength(
      1,
    );
    expect(await desk.call('certificate.forget', {})).toEqual(NONE);
    expect(secretNames(desk.dataDir)).toEqual([]);
    await desk.choose();
    await desk.close();
    await removeProfile(desk.platform, 'default', 0);
    expect(secretNames(desk.dataDir)).toEqual([]);
  });
});
