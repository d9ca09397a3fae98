import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Policy } from '#contract/managed.ts';
import { openCore } from '#core/app/core.ts';
import {
  examineManaged,
  managedInfoOf,
  managedPath,
  readManaged,
} from '#core/app/shell/managed.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const OWNER = process.getuid?.() ?? 0;

function written(content: unknown, mode = 0o644): string {
  const file = path.join(tempFolder(), 'managed.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  fs.chmodSync(file, mode);
  return file;
}

describe("a company's file", () => {
  it('decides nothing where there is none', () => {
    const policy = readManaged(path.join(tempFolder(), 'managed.json'), OWNER);
    expect(policy).toEqual({ managed: {}, fault: null });
  });

  it('is read whole, also with a byte order mark', () => {
    const content = {
      service: { url: 'https://catalogue.example', only: true },
      updates: { url: 'https://updates.example' },
      settings: { concurrency: 2 },
    };
    const { managed, fault } = readManaged(written(`\uFEFF${JSON.stringify(content)}`), OWNER);
    expect(fault).toBeNull();
    expect(managed).toEqual({ ...content, updates: { ...content.updates, channel: 'latest' } });
  });

  it('forbids trials without naming a server', () => {
    const { managed, fault } = readManaged(written({ service: { tryUndocumented: false } }), OWNER);
    expect(fault).toBeNull();
    expect(managedInfoOf({ managed, fault })).toMatchObject({
      serviceUrl: null,
      serviceOnly: false,
      tryUndocumented: false,
    });
    expect(managedInfoOf().tryUndocumented).toBe(true);
  });

  it('reads a setting under its earlier name, whose newer name wins', () => {
    const read = (settings: object) => readManaged(written({ settings }), OWNER).managed.settings;
    expect(read({ settleSeconds: 45 })).toEqual({ inFlightWindowSeconds: 45 });
    expect(read({ inFlightWindowSeconds: 60, settleSeconds: 45 })).toEqual({
      inFlightWindowSeconds: 60,
    });
  });

  it.each([
    ['an unknown name', { setings: {} }, /setings/],
    ['a value outside its limits', { settings: { concurrency: 99 } }, /settings\.concurrency/],
    [
      'an earlier name with a wrong value',
      { settings: { settleSeconds: -1 } },
      /settings\.settleSeconds: -1/,
    ],
    ['a personal matter', { settings: { theme: 'dark' } }, /theme/],
    ['updates over plain http', { updates: { url: 'http://updates.example' } }, /updates\.url/],
    ['an only server without address', { service: { only: true } }, /service\.url/],
    ['no JSON', '{"service":', /JSON/],
    ['an unknown variable', { dataFolder: '/srv/{wrong}' }, /dataFolder.*\{wrong\} is none/],
    ['{home} in the middle', { dataFolder: '/srv/{home}' }, /\{home\} at the beginning/],
    ['a relative folder', { dataFolder: 'srv/cabinet' }, /dataFolder.*an absolute path/],
    [
      'a relative certificate',
      { service: { url: 'https://a.example', clientCertificate: 'office.pfx' } },
      /service.clientCertificate.*an absolute path/,
    ],
    [
      'a certificate for an address without https',
      { service: { url: 'http://a.example', clientCertificate: '/etc/office.pfx' } },
      /service.url.*the https address that gets the client certificate/,
    ],
  ])('is not obeyed, and says where, with %s', (_name, content, place) => {
    const { managed, fault } = readManaged(written(content), OWNER);
    expect(managed).toEqual({});
    expect(fault).toMatch(place);
  });

  it.runIf(process.platform !== 'win32').each([
    ['somebody else may write', 0o666, OWNER],
    ['its group may write', 0o664, OWNER],
    ['somebody else owns', 0o644, OWNER + 1],
  ])('is not obeyed when %s', (_name, mode, owner) => {
    const { managed, fault } = readManaged(written({ settings: { concurrency: 2 } }, mode), owner);
    expect(managed).toEqual({});
    expect(fault).toMatch(/a file of the administrator/);
  });

  it.each([
    ['service.url', '{"service":{"url":"https://a.example","url":"https://b.example"}}'],
    ['settings', '{"settings":{"concurrency":2},"settings":{}}'],
    ['settings.pageSize', '{"settings":{"pageSize":1,"page\\u0053ize":2}}'],
  ])('is not obeyed when it names %s twice', (place, content) => {
    const { fault, refusal } = readManaged(written(content), OWNER);
    expect(fault).toContain(`${place}: written twice`);
    expect(refusal).toEqual({ reason: 'json', places: [] });
  });

  it('may use the same key in several objects', () => {
    const content = {
      service: { url: 'https://a.example' },
      updates: { url: 'https://b.example' },
    };
    expect(readManaged(written(content), OWNER).fault).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('is no device, which may never end', () => {
    expect(examineManaged('/dev/zero', null).refusal).toMatchObject({
      reason: 'unreadable',
      issues: [{ place: 'the file', value: 'no plain file' }],
    });
  });

  it('takes an absolute path of its own system alone for the data folder', () => {
    const folder = (dataFolder: string, platform: NodeJS.Platform) =>
      examineManaged(written({ dataFolder }), null, platform).refusal;
    expect(folder('C:\\Cabinet', 'win32')).toBeNull();
    expect(folder('{home}\\Cabinet', 'win32')).toBeNull();
    for (const elsewhere of ['C:\\Cabinet', '\\srv\\cabinet'])
      expect(folder(elsewhere, 'linux')?.issues).toEqual([
        { place: 'dataFolder', value: JSON.stringify(elsewhere), expected: expect.any(String) },
      ]);
    expect(folder('/srv/{user}', 'linux')).toBeNull();
    expect(folder('/srv/{user}', 'darwin')).toBeNull();
  });

  it.runIf(process.platform !== 'win32')(
    'is not obeyed, and not missing, as a link to nothing',
    () => {
      const link = path.join(tempFolder(), 'managed.json');
      fs.symlinkSync(path.join(tempFolder(), 'none'), link);
      expect(readManaged(link, OWNER).fault).toMatch(/was not obeyed/);
    },
  );

  it('tells diagnostics why without a word that somebody wrote', () => {
    const content = {
      service: { url: 'https://secret.example', onyl: true },
      settings: { concurrency: 99 },
    };
    expect(readManaged(written(content), OWNER).refusal).toEqual({
      reason: 'content',
      places: ['service', 'settings.concurrency'],
    });
    expect(readManaged(written('{"service": secret'), OWNER).refusal).toEqual({
      reason: 'json',
      places: [],
    });
  });

  it.each([
    ['this user may write to it', ['own'], /only an administrator can change/],
    ['an administrator started Cabinet', ['own', 'hosts'], null],
    ['nobody may write to it', [], null],
  ])('on Windows is obeyed or not where %s', (_name, writable, fault) => {
    const file = written({ settings: { concurrency: 2 } });
    const canWrite = (place: string) =>
      writable.includes(place === file ? 'own' : (place.split('\\').at(-1) ?? ''));
    const { managed, refusal } = examineManaged(file, 0, 'win32', canWrite);
    expect(refusal?.reason ?? null).toBe(fault === null ? null : 'mode');
    expect(managed).toEqual(fault === null ? { settings: { concurrency: 2 } } : {});
    if (fault !== null) expect(JSON.stringify(refusal?.issues)).toMatch(fault);
  });

  it('on Windows lies where no variable of a user can move it', () => {
    const before = { ...process.env };
    onTestFinished(() => void Object.assign(process.env, before));
    Object.assign(process.env, { ProgramFiles: 'D:\\mine', ProgramW6432: 'D:\\mine' });
    expect(managedPath('win32')).toBe('C:\\Program Files\\Cabinet Policy\\managed.json');
  });

  describe.runIf(process.platform !== 'win32')('in a folder', () => {
    const CONTENT = { settings: { concurrency: 2 } };
    /** A managed file two folders deep, and its folder. */
    function nested() {
      const above = path.join(tempFolder(), 'above');
      const folder = path.join(above, 'cabinet');
      fs.mkdirSync(folder, { recursive: true });
      const file = path.join(folder, 'managed.json');
      fs.writeFileSync(file, JSON.stringify(CONTENT), { mode: 0o644 });
      return { above, folder, file };
    }

    it.each([0o777, 0o775, 0o1777])('that others may write to (%o) is not obeyed', (mode) => {
      const { folder, file } = nested();
      fs.chmodSync(folder, mode);
      const { managed, fault } = readManaged(file, OWNER);
      expect(managed).toEqual({});
      expect(fault).toContain(`folder ${folder}: permissions ${(mode & 0o777).toString(8)}`);
    });

    it('that others may write to counts as not obeyed also when the file is gone', () => {
      const { folder, file } = nested();
      fs.rmSync(file);
      fs.chmodSync(folder, 0o777);
      expect(readManaged(file, OWNER).fault).toContain(`folder ${folder}`);
    });

    it('below one that others may write to is not obeyed, unless that keeps foreign files', () => {
      const { above, file } = nested();
      fs.chmodSync(above, 0o777);
      expect(readManaged(file, OWNER).fault).toContain(`folder ${above}`);
      fs.chmodSync(above, 0o1777);
      expect(readManaged(file, OWNER)).toEqual({ managed: CONTENT, fault: null });
    });

    it('that its link leads to is looked at as well', () => {
      const { folder, file } = nested();
      const link = path.join(tempFolder(), 'managed.json');
      fs.symlinkSync(file, link);
      expect(readManaged(link, OWNER).managed).toEqual(CONTENT);
      fs.chmodSync(folder, 0o777);
      expect(readManaged(link, OWNER).fault).toContain(`folder ${folder}`);
    });

    it.runIf(OWNER === 0)('of another account is not obeyed', () => {
      const { folder, file } = nested();
      fs.chownSync(folder, 12_345, 0);
      expect(readManaged(file, OWNER).fault).toContain(`folder ${folder}: owned by user 12345`);
    });
  });

  it('lies where only an administrator can write', () => {
    expect(managedPath('win32')).toBe('C:\\Program Files\\Cabinet Policy\\managed.json');
    expect(managedPath('darwin')).toBe('/Library/Application Support/Cabinet/managed.json');
    expect(managedPath('linux')).toBe('/etc/cabinet/managed.json');
  });

  it('is told to a window without more than it needs', () => {
    expect(managedInfoOf({ managed: { settings: { pageSize: 50 } }, fault: null })).toEqual({
      serviceUrl: null,
      serviceOnly: false,
      tryUndocumented: true,
      settings: ['pageSize'],
      fault: null,
    });
  });
});

describe('a workstation with decisions', () => {
  function open(managed: Policy['managed'], fault: string | null = null) {
    const core = openCore({ ...testPlatform(tempFolder()), policy: { managed, fault } });
    onTestFinished(() => core.close());
    return core;
  }

  it('shows the decided value and refuses another, keeping none of the values', async () => {
    const core = open({ settings: { concurrency: 2 } });
    const set = (values: object) => core.call('settings.set', { values });
    await expect(set({ pageSize: 10, concurrency: 5 })).rejects.toMatchObject({
      code: 'invalid',
      details: {
        issues: [{ place: 'concurrency', value: '5', expected: expect.stringMatching(/^2, as/) }],
      },
    });
    expect(await core.call('settings.get', {})).toMatchObject({ concurrency: 2, pageSize: 0 });
    expect(await set({ pageSize: 10, concurrency: 2 })).toMatchObject({ pageSize: 10 });
  });

  it('lets nobody sign in to any service while its file cannot be obeyed, and says why', async () => {
    const core = open({}, 'managed.json was not obeyed: service.onyl');
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    await expect(
      core.call('session.login', { url: service.url, ...ACCOUNT }),
    ).rejects.toMatchObject({
      code: 'state',
      message: expect.stringContaining('service.onyl'),
      details: { why: { code: 'managed-fault' } },
    });
    expect((await core.call('status.get', {})).signedIn).toBe(false);
  });

  it('signs in to the decided service and to this computer alone', async () => {
    const core = open({ service: { url: 'https://catalogue.example', only: true } });
    const service = await startReference({ account: ACCOUNT });
    onTestFinished(() => service.close());
    const elsewhere = { url: 'https://other.example', ...ACCOUNT };
    await expect(core.call('session.login', elsewhere)).rejects.toMatchObject({ code: 'invalid' });
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    expect((await core.call('status.get', {})).signedIn).toBe(true);
  });

  it('forbids trying fields that the document does not list for updates', async () => {
    const core = open({ service: { only: false, tryUndocumented: false } });
    const service = await startReference({
      account: ACCOUNT,
      seed: { ...SEED, fittings: [{ kod: 'ZAW-110', name: 'Zawias', description: 'Opis' }] },
    });
    onTestFinished(() => service.close());
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    await core.call('sync.pull', {});
    const trial = {
      kind: 'fittings',
      ref: 'ZAW-110',
      field: 'description',
      value: 'Nowy',
    } as const;
    await expect(core.call('serviceFacts.try', trial)).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'trial-forbidden', params: { field: 'description' } } },
    });
    expect((await core.call('outbox.list', {})).operations).toEqual([]);
  });
});
