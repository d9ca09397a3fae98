import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRenderer } from '#core/app/shell/findUpward.ts';
import { z } from '#contract/zod.ts';
import { secretsIn } from '#test/support/canary.ts';
import {
  Desk,
  expectRefusal,
  finished,
  startCabinet,
  startService,
  tempFolder,
} from './support.ts';

const ready = z.object({ url: z.url(), email: z.string(), password: z.string() });

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no pipe');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('ended without a line');
}

async function stop(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
  return child.exitCode;
}

async function startNamed(args: readonly string[]) {
  const child = startCabinet(['service', '--json', ...args]);
  return { child, ...ready.parse(JSON.parse(await firstLine(child))) };
}

async function signIn({ url, email, password }: z.infer<typeof ready>): Promise<Response> {
  return fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
}

async function ask(service: z.infer<typeof ready>, route: string, init: RequestInit = {}) {
  const { accessToken } = z
    .object({ accessToken: z.string() })
    .parse(await (await signIn(service)).json());
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/adminapi/${route}`, { ...init, headers });
  return z.looseObject({}).parse(await answer.json());
}

describe('service', () => {
  it('runs the demo catalogue with its files until it is stopped', async () => {
    const service = await startNamed([]);
    const fittings = await ask(service, 'fittings?limit=1');
    expect(Number(fittings['totalFittings'])).toBeGreaterThan(100);
    const [first] = z.array(z.object({ images: z.array(z.string()) })).parse(fittings['fittings']);
    const picture = await fetch(`${service.url}/${first?.images[0]}`);
    expect(picture.status).toBe(200);
    expect(await stop(service.child, 'SIGTERM')).toBe(0);
    await expect(fetch(service.url)).rejects.toThrow();
  });

  it('keeps its data in a folder, and takes a port, a wait and another reading', async () => {
    const data = tempFolder();
    const first = await startNamed(['--data', data, '--empty']);
    const body = JSON.stringify({ code: 'E1', name: 'Band' });
    await ask(first, 'edge_band', { method: 'POST', body });
    expect(await stop(first.child, 'SIGINT')).toBe(0);
    const { port } = new URL(first.url);
    const more = ['--latency', '150', '--variant', 'edgeBandIdShape=string'];
    const second = await startNamed(['--data', data, '--port', port, ...more]);
    expect(second.url).toBe(first.url);
    const before = performance.now();
    const bands = await ask(second, 'edge_band');
    expect(performance.now() - before).toBeGreaterThan(290);
    expect(bands).toMatchObject({
      totalEdgeBands: 1,
      edgeBands: [{ code: 'E1', _id: expect.any(String) }],
    });
    await stop(second.child, 'SIGINT');
  });

  it('says that a port is taken', async () => {
    const { port } = await startService();
    const ran = await finished(startCabinet(['service', '--json', '--port', String(port)]));
    expectRefusal(ran, 2, 'invalid', new RegExp(`port: ${port} is in use, expected a free port`));
  });
});

describe.skipIf(findRenderer() === null)('the browser shell', () => {
  it('is served until it is stopped, without opening a browser', async () => {
    const { dir } = new Desk();
    const child = startCabinet(['serve', '--no-open', '--json', '--data-dir', dir]);
    const { url } = z.strictObject({ url: z.url() }).parse(JSON.parse(await firstLine(child)));
    expect((await fetch(url)).status).toBe(200);
    expect(await stop(child, 'SIGINT')).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'opens through a file that only this user may read',
    async () => {
      const { dir } = new Desk();
      const bin = tempFolder();
      const seen = path.join(bin, 'seen');
      const script = `#!/bin/sh\nstat -c %a "$1" > ${seen}\necho "$@" >> ${seen}\ncat "$1" >> ${seen}\n`;
      fs.writeFileSync(path.join(bin, 'xdg-open'), script, { mode: 0o755 });
      const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      const child = startCabinet(['serve', '--json', '--data-dir', dir], env);
      const { url } = z.strictObject({ url: z.url() }).parse(JSON.parse(await firstLine(child)));
      const [, secret = ''] = url.split('#');
      await expect
        .poll(() => fs.existsSync(seen) && fs.readFileSync(seen, 'utf8'))
        .toContain(secret);
      const [mode, command = ''] = fs.readFileSync(seen, 'utf8').split('\n');
      expect(mode).toBe('600');
      expect(secretsIn(command, [secret])).toEqual([]);
      await stop(child, 'SIGTERM');
      expect(fs.existsSync(command)).toBe(false);
    },
  );

  it('shows the demo, signed in and pulled', async () => {
    const { dir } = new Desk();
    const child = startCabinet(['demo', '--no-open', '--json', '--data-dir', dir]);
    await firstLine(child);
    const status = await finished(startCabinet(['status', '--json', '--data-dir', dir]));
    const { signedIn, counts } = status.json(
      z.object({ signedIn: z.boolean(), counts: z.object({ fittings: z.number() }) }),
    );
    expect(signedIn).toBe(true);
    expect(counts.fittings).toBeGreaterThan(100);
    expect(await stop(child, 'SIGINT')).toBe(0);
  });

  it('shows a demo that was kept where its port is taken, but none that is open', async () => {
    const { dir } = new Desk();
    const demo = () => startCabinet(['demo', '--no-open', '--json', '--data-dir', dir]);
    const first = demo();
    await firstLine(first);
    const port = fs.readFileSync(path.join(dir, 'demo-service.port'), 'utf8');
    const second = await finished(demo());
    expectRefusal(second, 6, 'busy', /open in another Cabinet window/);
    expect(fs.readFileSync(path.join(dir, 'demo-service.port'), 'utf8')).toBe(port);
    expect(await stop(first, 'SIGINT')).toBe(0);
    const stranger = createServer().listen(Number(port), '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const third = demo();
    await firstLine(third);
    expect(fs.readFileSync(path.join(dir, 'demo-service.port'), 'utf8')).not.toBe(port);
    const status = await finished(startCabinet(['status', '--json', '--data-dir', dir]));
    expect(status.json(z.object({ signedIn: z.boolean() })).signedIn).toBe(true);
    expect(await stop(third, 'SIGINT')).toBe(0);
  });
});
