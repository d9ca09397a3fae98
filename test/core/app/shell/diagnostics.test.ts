import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import { collectDiagnostics } from '#core/app/shell/diagnostics/collect.ts';
import { LOG_HEADS, reduceLine } from '#core/app/shell/diagnostics/logLines.ts';
import { addressShape, codesIn, routeOf } from '#core/app/shell/diagnostics/reduce.ts';
import { saveDiagnostics } from '#core/app/shell/diagnostics/save.ts';
import { workVersion } from '#core/store/workSchema.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { startReference } from '#reference/server.ts';
import { secretsIn } from '#test/support/canary.ts';
import { keptToken, secretNames } from '#test/support/keptToken.ts';
import { PNG, SEED } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import type { TestPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { unzip } from '#test/support/unzip.ts';

/** Each is planted where such a thing can be, and nowhere else. */
const SECRET = {
  profile: 'jan-kanarek',
  email: 'jan.kanarek@meble-kanarek.example',
  password: 'hasło-KANAREK-1',
  host: 'katalog.meble-kanarek.example',
  query: 'TOKEN_KANAREK_QUERY',
  id: 'idKANAREK66f0c2',
  errorText: 'eyJKANAREK.eyJzdWIi.c2ln',
  value: 'Dąb Kanarek Złoty',
  code: 'KOD-KANAREK-7',
  user: 'kanarkowski',
  file: 'oferta-kanarek-poufne.png',
  draft: 'szkic kanarka',
  view: 'widok kanarka',
  review: 'uwaga kanarka',
  log: 'kanarek w dzienniku',
  company: 'firma kanarek sp. z o.o.',
  notice: 'kanarek w powiadomieniu',
} as const;

async function fill(core: Core, platform: TestPlatform, source: string): Promise<void> {
  const seed = {
    ...SEED,
    materials: [{ SIFRA: SECRET.code, name: SECRET.value, price: 1 }],
  };
  const account = { email: SECRET.email, password: SECRET.password };
  const service = await startReference({ seed, account });
  onTestFinished(() => service.close());
  await core.call('session.login', { url: service.url, ...account });
  await core.call('sync.pull', {});
  const { file } = await core.call('files.stage', { path: source, kind: 'fittings' });
  await core.call('records.create', {
    kind: 'fittings',
    values: { kod: SECRET.code, name: SECRET.value, price: '1.00' },
    files: [{ field: 'images', file }],
  });
  await core.call('sync.push', { patience: 0 });
  await core.call('records.update', {
    kind: 'materials',
    ref: SECRET.code,
    values: { name: `${SECRET.value} 2` },
    files: [],
  });
  await core.call('views.save', { kind: 'fittings', view: { name: SECRET.view, body: {} } });
  await core.call('drafts.set', { key: 'new:fittings', draft: { name: SECRET.draft } });
  const { session } = await core.call('review.start', {
    name: SECRET.review,
    source: { from: 'query', query: { kind: 'fittings' } },
  });
  expect(session).not.toBe('');
  await core.call('settings.set', {
    values: {
      assetBaseUrl: `https://${SECRET.host}/a?key=${SECRET.query}`,
    },
  });
  expect(await keptToken(platform.dataDir)).not.toBeNull();
}

/** Plants the files that only damage or rare events leave, at their usual places. */
function plantByHand(platform: TestPlatform): void {
  const folder = path.join(platform.dataDir, 'profiles', SECRET.profile);
  openDatabase(path.join(folder, 'work.db'), (db) => {
    db.prepare("UPDATE meta SET value = ? WHERE key = 'url'").run(`https://${SECRET.host}/api`);
    db.prepare("INSERT INTO meta(key, value) VALUES ('notice:x', ?)").run(SECRET.notice);
    db.prepare(
      `INSERT INTO attempt(seq, started_at, method, path, outcome, status, answer)
       SELECT seq, 1, 'PATCH', ?, 'refused', 400, ? FROM operation LIMIT 1`,
    ).run(
      `/adminapi/fittings/${SECRET.id}?token=${SECRET.query}#${SECRET.user}`,
      `401 for Bearer ${SECRET.errorText}`,
    );
    db.prepare("UPDATE operation SET state = 'refused', reason = ? WHERE state = 'waiting'").run(
      JSON.stringify({
        code: 'refused',
        text: SECRET.errorText,
        answer: SECRET.errorText,
        details: { name: SECRET.value },
      }),
    );
  });
  const logs = path.join(platform.dataDir, 'logs');
  fs.mkdirSync(logs, { recursive: true });
  const lines = [
    `2026-03-02T08:00:00.000Z error The writer was lost: ENOSPC at /home/${SECRET.user}/x for ${SECRET.email}`,
    `2026-03-02T08:00:01.000Z error records.update: ${SECRET.errorText}`,
    `2026-03-02T08:00:02.000Z warn ${SECRET.log}`,
    `2026-03-02T08:00:03.000Z warn A record of ${SECRET.log} could not be checked: SQLITE_FULL`,
    SECRET.log,
  ];
  fs.writeFileSync(path.join(logs, 'cabinet.log'), `${lines.join('\n')}\n`);
  fs.writeFileSync(path.join(logs, 'cabinet.log.old'), `${lines[2]}\n`);
}

/** The sign-in of the address that was planted. */
async function signInThere({ dataDir, secrets }: TestPlatform, token: string): Promise<void> {
  const signIn = { url: `https://${SECRET.host}/api`, email: SECRET.email, token };
  for (const name of secretNames(dataDir)) await secrets.set(name, JSON.stringify(signIn));
}

async function bundleWithSecrets() {
  const platform = testPlatform(tempFolder(), { profile: SECRET.profile });
  const home = path.join(tempFolder(), SECRET.user);
  fs.mkdirSync(home);
  const source = path.join(home, SECRET.file);
  fs.writeFileSync(source, PNG);
  const core = openCore(platform);
  await fill(core, platform, source);
  const token = (await keptToken(platform.dataDir)) ?? '';
  await core.close();
  plantByHand(platform);
  await signInThere(platform, token);
  const refusal = { reason: 'content' as const, places: ['settings.concurrency'] };
  const policy = { managed: {}, fault: `/etc/${SECRET.company} was not obeyed`, refusal };
  const parts = await collectDiagnostics({ ...platform, policy });
  const to = path.join(tempFolder(), 'diagnostics.zip');
  await saveDiagnostics(parts, to, platform.clock.now());
  return { parts, secrets: [...Object.values(SECRET), token], platform, zip: await unzip(to) };
}

describe('a diagnostics bundle', () => {
  it('holds none of the secrets that were planted, in no form', async () => {
    const { zip, secrets } = await bundleWithSecrets();
    expect(zip.size).toBe(9);
    for (const [name, part] of zip) {
      expect(secretsIn(name, secrets), name).toEqual([]);
      expect(secretsIn(part, secrets), name).toEqual([]);
      // Matches the start of the marker word, in case its end is cut off.
      if (name !== 'about.txt') expect(part.toString('utf8').toLowerCase()).not.toContain('kanar');
    }
  });

  it('still says what support needs', async () => {
    const { zip } = await bundleWithSecrets();
    const json = (name: string): unknown => JSON.parse(String(zip.get(name)));
    expect(json('profile.json')).toMatchObject({
      service: { scheme: 'https', host: 'a name', port: null, pathParts: 1 },
      signedIn: true,
      settings: { inFlightWindowSeconds: 120, assetBaseUrl: { scheme: 'https', host: 'a name' } },
      queue: { refused: 1 },
      records: { fittings: 3, materials: 1 },
    });
    expect(json('outbox.json')).toMatchObject([
      {
        kind: 'materials',
        action: 'update',
        state: 'refused',
        reason: { code: 'refused' },
        fields: ['name'],
      },
    ]);
    expect(json('requests.json')).toMatchObject([
      { method: 'PATCH', route: '/adminapi/fittings/{id}', outcome: 'refused', status: 400 },
      { method: 'POST', route: '/adminapi/fittings', outcome: 'applied' },
      { method: 'POST', route: '/adminapi/fittings/upload_image', outcome: 'applied' },
    ]);
    expect(json('databases.json')).toMatchObject([
      { file: 'work.db', check: 'ok', layout: workVersion },
      { file: 'cache.db', check: 'ok' },
      { file: 'files.db', check: 'ok', layout: 1 },
    ]);
    expect(json('folders.json')).toMatchObject({ ofThisProfile: { staged: { files: 1 } } });
    expect(json('program.json')).toMatchObject({
      shell: 'browser',
      system: { edition: expect.any(String), locale: expect.any(String) },
      permissions: { writable: true, ownedByThisUser: true },
      company: {
        fileObeyed: false,
        refusal: { reason: 'content', places: ['settings.concurrency'] },
      },
    });
    expect(String(zip.get('log.txt')).trim().split('\n')).toEqual([
      '2026-03-02T08:00:02.000Z warn (a sentence that is not passed on)',
      '2026-03-02T08:00:00.000Z error The writer was lost [ENOSPC]',
      '2026-03-02T08:00:01.000Z error records.update',
      '2026-03-02T08:00:02.000Z warn (a sentence that is not passed on)',
      '2026-03-02T08:00:03.000Z warn A record of [SQLITE_FULL]',
      '(a sentence that is not passed on)',
    ]);
  });

  it('tells of a damaged database, and says nothing of what is in it', async () => {
    const { platform, secrets } = await bundleWithSecrets();
    const file = path.join(platform.dataDir, 'profiles', SECRET.profile, 'work.db');
    fs.writeFileSync(file, `no database: ${SECRET.value}`.repeat(400));
    const parts = await collectDiagnostics(platform);
    const told = new Map(parts.map(({ name, text }) => [name, text]));
    expect(told.get('databases.json')).toContain('SQLITE_NOTADB');
    expect(told.get('outbox.json')).toContain('SQLITE_NOTADB');
    for (const { text } of parts) expect(secretsIn(text, secrets)).toEqual([]);
  });

  it('is saved exactly as it was shown, and not before it was shown', async () => {
    const platform = testPlatform(tempFolder());
    const demo = { account: DEMO_ACCOUNT, start: startDemo };
    const host = await openHost(platform, demo, () => {});
    onTestFinished(() => host.close());
    const save = async (to: string | null) => host.handlers['shell.saveDiagnostics']({ to });
    await expect(save(null)).rejects.toMatchObject({ code: 'state' });
    const { parts } = await host.handlers['shell.diagnostics']({});
    platform.clock.advance(60_000);
    const to = path.join(platform.dataDir, 'out.zip');
    expect(await save(to)).toEqual({ file: to, data: null });
    const { data } = await save(null);
    for (const bytes of [fs.readFileSync(to), Buffer.from(data ?? '', 'base64')]) {
      fs.writeFileSync(to, bytes);
      const saved = [...(await unzip(to))].map(([name, part]) => ({ name, text: String(part) }));
      expect(saved).toEqual(parts);
    }
  });
});

describe('what is reduced', () => {
  it.each([
    ['https://katalog.example', { scheme: 'https', host: 'a name', port: null, pathParts: 0 }],
    [
      'http://10.0.0.7:8080/api/v2',
      { scheme: 'http', host: 'an IP address', port: 8080, pathParts: 2 },
    ],
    ['http://127.0.0.1:4600', { scheme: 'http', host: 'this computer', port: 4600, pathParts: 0 }],
    ['http://[2001:db8::1]/', { scheme: 'http', host: 'an IP address', port: null, pathParts: 0 }],
  ])('of %s is its shape', (address, shape) => {
    expect(addressShape(address)).toMatchObject(shape);
    expect(JSON.stringify(addressShape(address))).not.toContain('katalog');
  });

  it('of two addresses of one service has one fingerprint', () => {
    const of = (address: string) => addressShape(address)?.fingerprint;
    expect(of('https://a.example/x')).toBe(of('https://user:pw@a.example/y?z'));
    expect(of('https://a.example')).not.toBe(of('https://b.example'));
    expect(addressShape('no address')).toBeNull();
  });

  it.each([
    ['/adminapi/fittings/68fdd5?x=1', '/adminapi/fittings/{id}'],
    ['/adminapi/products/upload_image', '/adminapi/products/upload_image'],
    ['/a/b', '/{id}/{id}'],
  ])('of the request %s is its route', (request, route) => {
    expect(routeOf(request)).toBe(route);
  });

  it('of a text are the codes that everybody knows', () => {
    expect(codesIn('ENOSPC: no space, SQLITE_FULL, status 503, ESECRET, SQLITE_TAJNE')).toEqual([
      'SQLITE_FULL',
      'ENOSPC',
      'status 503',
    ]);
  });

  it('of an exact code of SQLite is its family, and nothing that stands behind it', () => {
    expect(codesIn('SQLITE_IOERR_WRITE, SQLITE_BUSY_TAJNE, SQLITE_FULLY')).toEqual([
      'SQLITE_IOERR',
      'SQLITE_BUSY',
    ]);
  });

  it('knows how every sentence of the log begins', () => {
    const root = path.resolve(import.meta.dirname, '../../../../src');
    const calls = fs
      .globSync('{cli,core,main,serve}/**/*.ts', { cwd: root })
      .flatMap((file) => [
        ...fs
          .readFileSync(path.join(root, file), 'utf8')
          .matchAll(/\b(?:log\(\s*'(?:info|warn|error)',|chore\()\s*['`]([A-Z][^$'`]*)/g),
      ])
      .map(([, head = '']) => head);
    expect(calls.length).toBeGreaterThan(20);
    const unknown = calls.filter(
      (call) => !LOG_HEADS.some((head) => call.startsWith(head.trimEnd())),
    );
    expect(unknown).toEqual([]);
    for (const head of LOG_HEADS)
      expect(
        calls.some((call) => call.startsWith(head.trimEnd())),
        head,
      ).toBe(true);
    expect(reduceLine('2026-03-02T08:00:00.000Z info The computer goes to sleep.')).toBe(
      '2026-03-02T08:00:00.000Z info The computer goes to sleep.',
    );
  });
});
