import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { z } from '#contract/zod.ts';
import { filesBelow, filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { Desk, expectRefusal, queue, startService, startStranger } from './support.ts';

describe('a profile that another program holds', () => {
  it('can still be read, and is not written to', async () => {
    const desk = new Desk({ apart: true });
    const service = await startService();
    await desk.ready(service.url);
    const holder = openCore(nodePlatform({ dataDir: desk.dir, log: () => {} }));
    try {
      const edit = { kind: 'fittings' as const, ref: 'NOGA-1', values: { price: '3' }, files: [] };
      await holder.call('records.update', edit);
      const list = await desk.json(['list', 'fittings', '--where', 'price=3']);
      expect(list.json(z.object({ total: z.number() })).total).toBe(1);
      expect((await desk.json(['queue'])).json(queue).operations).toHaveLength(1);
      for (const args of [['status'], ['settings'], ['history'], ['get', 'fittings', 'NOGA-1']])
        expect((await desk.json(args)).exit).toBe(0);
      const busy = await desk.json(['edit', 'fittings', 'NOGA-1', '--set', 'price=4']);
      expectRefusal(busy, 6, 'busy', /open in another Cabinet window/);
      expectRefusal(await desk.json(['push']), 6, 'busy', /open in another Cabinet window/);
    } finally {
      await holder.close();
    }
  });

  it('is one of several: each has its own queue', async () => {
    const desk = new Desk();
    // A sign-in creates a profile; here a window did so.
    const platform = nodePlatform({ dataDir: desk.dir, profile: 'second', log: () => {} });
    await openCore(platform).close();
    const add = ['add', 'materials', '--set', 'name=Oak', '--profile', 'second'];
    expect((await desk.json(add)).exit).toBe(0);
    expect((await desk.json(['queue'])).json(queue).operations).toEqual([]);
    const env = { CABINET_DATA_DIR: desk.dir };
    // The option overrides the variable: its data folder has no such profile.
    const elsewhere = await new Desk().json(['--profile', 'second', 'queue'], env);
    expectRefusal(elsewhere, 2, 'not-found', /no profile second/);
    const named = await desk.json(['--profile', 'second', 'queue']);
    expect(named.json(queue).operations).toHaveLength(1);
  });
});

describe('a profile that another user of this computer began', () => {
  it.runIf(process.getuid?.() === 0)('is refused plainly, also for root', async () => {
    const desk = new Desk();
    expect((await desk.json(['add', 'materials', '--set', 'name=Oak'])).exit).toBe(0);
    fs.chownSync(path.join(desk.dir, 'profiles', 'default'), 12_345, 0);
    for (const args of [['status'], ['queue'], ['push']])
      expectRefusal(await desk.json(args), 2, 'state', /belongs to another user.*uid 12345/);
  });
});

describe('a data folder that another user of this computer made', () => {
  it.runIf(process.getuid?.() === 0).each(['', 'secrets'])(
    'is refused before anything is written there: its folder "%s"',
    async (name) => {
      const desk = new Desk();
      const folder = path.join(desk.dir, name);
      fs.mkdirSync(folder, { recursive: true });
      fs.chownSync(folder, 12_345, 0);
      const add = ['add', 'materials', '--set', 'name=Oak'];
      expectRefusal(await desk.json(add), 2, 'state', /belongs to another user.*uid 12345/);
      expect(fs.existsSync(path.join(desk.dir, 'profiles'))).toBe(false);
    },
  );
});

describe('a job', () => {
  it('finds nothing of its progress in its mail', async () => {
    const desk = new Desk();
    const service = await startService();
    await desk.ready(service.url);
    expect(
      (await desk.json(['add', 'materials', '--set', 'name=Oak', '--set', 'SIFRA=O1'])).exit,
    ).toBe(0);
    const ran = await desk.run(['sync']);
    expect([ran.exit, ran.said]).toEqual([0, '']);
    expect(ran.out).toContain('1 sent.');
  });
});

describe('secrets', () => {
  it('T1, T3: appear in no output, and the token in no file of the profile', async () => {
    const token = 'canary-token-8c1f29d0';
    const password = 'canary-password-27d1';
    const url = await startStranger((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/admin/login') response.end(JSON.stringify({ accessToken: token }));
      else response.writeHead(401).end(JSON.stringify({ message: 'Unauthorized' }));
    });
    const desk = new Desk();
    const outputs = [
      await desk.login(url, password),
      await desk.json(['add', 'materials', '--set', 'name=Oak', '--set', 'SIFRA=O1']),
      await desk.json(['push', '--patience', '0']),
      await desk.json(['pull']),
      await desk.json(['status']),
      await desk.json(['history']),
      await desk.json(['queue', '--all']),
    ];
    expect(outputs[0]?.exit).toBe(0);
    for (const { out, said } of outputs)
      expect(secretsIn(out + said, [password, token])).toEqual([]);
    expect(filesWithSecrets(desk.dir, [password, token])).toEqual([]);
    expect(filesBelow(path.join(desk.dir, 'profiles')).length).toBeGreaterThan(1);
  });
});

describe('what the service says', () => {
  it('R7: cannot steer the terminal', async () => {
    const desk = new Desk();
    const seed = { fittings: [], materials: [], products: [], edgeBands: [] };
    const evil = { code: 'E\u001b[2J', name: 'A\u202eB\r\nC' };
    const service = await startService({ seed: { ...seed, edgeBands: [evil] } });
    await desk.ready(service.url);
    const { out } = await desk.run(['list', 'edge-bands']);
    expect(out).toContain('E\ufffd[2J');
    expect(out).toContain('A\ufffdB C');
    for (const evil of ['\u001b', '\u202e', '\r']) expect(out).not.toContain(evil);
  });
});

describe('T8: a proxy', () => {
  it('gets a password that no output and no file shows', async () => {
    const desk = new Desk();
    const secret = 'Tajne-hasło-4711';
    const store = ['proxy', 'password', '--user', 'anna', '--password-stdin'];
    const without = await desk.json(store, {}, `${secret}\n`);
    expectRefusal(without, 2, 'state', /No proxy is used/);
    const address = 'http://proxy.example:3128';
    const faulty = await desk.json(['settings', 'proxy', 'http://me:secret@proxy.example']);
    expectRefusal(faulty, 2, 'invalid', /without user and password/);
    expect((await desk.json(['settings', 'proxy', address])).exit).toBe(0);
    const stored = await desk.json(store, {}, `${secret}\n`);
    const shown = [without, stored, await desk.json(['proxy']), await desk.run(['proxy'])];
    const proxy = { address, user: 'anna', hasPassword: true, asks: false };
    expect(shown[2]?.json(z.unknown())).toEqual({ proxy });
    expect(secretsIn(shown.map(({ out, said }) => out + said).join(''), [secret])).toEqual([]);
    expect(filesWithSecrets(desk.dir, [secret])).toEqual([]);
    const gone = await desk.json(['proxy', 'delete']);
    expect(gone.json(z.unknown())).toEqual({ proxy: { ...proxy, user: '', hasPassword: false } });
  });
});
