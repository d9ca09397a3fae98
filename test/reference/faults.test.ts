import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault, Failure } from '#reference/wire/faults.ts';
import { field, numbered, seedOf, send, signIn } from './harness.ts';
import type { Answer, Session } from './harness.ts';

const PATH = '/adminapi/fittings';
const on = { method: 'POST', path: PATH };

async function facing(failure: Failure): Promise<Session> {
  return signIn({ variant: { uniqueKod: false }, faults: { list: [{ on, ...failure }] } });
}

const create = ({ call }: Session): Promise<Answer> => call('POST', PATH, { name: 'Hinge' });
const names = ({ reference }: Session): unknown[] =>
  reference.state.all('fittings').map((one) => one['name']);

describe('a connection that breaks', () => {
  it('resetBefore: nothing is applied', async () => {
    const session = await facing({ kind: 'resetBefore' });
    await expect(create(session)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(names(session)).toEqual([]);
    expect(session.reference.log.at(-1)).toMatchObject({ status: 0, applied: false });
  });

  it('lostAnswer: applied once', async () => {
    const session = await facing({ kind: 'lostAnswer' });
    await expect(create(session)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(names(session)).toEqual(['Hinge']);
    expect(session.reference.log.at(-1)).toMatchObject({ status: 0, applied: true });
  });

  it('ghost: applied after the connection is gone', async () => {
    const session = await facing({ kind: 'ghost', delayMs: 150 });
    await expect(create(session)).rejects.toThrow('fetch failed');
    expect(names(session)).toEqual([]);
    await session.reference.settled();
    expect(names(session)).toEqual(['Hinge']);
    expect(session.reference.log.at(-1)).toMatchObject({ status: 0, applied: true });
  });

  it('ghost: not applied any more when the service closes first', async () => {
    const session = await facing({ kind: 'ghost', delayMs: 600_000 });
    await expect(create(session)).rejects.toThrow('fetch failed');
    await session.reference.close();
    expect(names(session)).toEqual([]);
  });

  it('truncated: applied, and the body ends early', async () => {
    const session = await facing({ kind: 'truncated' });
    const { reference, token } = session;
    const { received, announced, ended } = await rawPost(reference.url + PATH, token);
    expect([received < announced, received > 0, ended]).toEqual([true, true, false]);
    await expect(create(session)).rejects.toThrow('terminated');
    expect(names(session)).toEqual(['Hinge', 'Hinge']);
  });

  it.each([true, false])(
    'timeout, applied %s: no answer until the service closes',
    async (applied) => {
      const session = await facing({ kind: 'timeout', applied });
      const arrived = new Promise<void>((hook) => {
        session.reference.addFault({ on, kind: 'hook', hook: () => hook() });
      });
      const waiting = expect(create(session)).rejects.toThrow('fetch failed');
      await arrived;
      await session.reference.settled();
      expect(names(session)).toEqual(applied ? ['Hinge'] : []);
      await session.reference.close();
      await waiting;
    },
  );
});

describe('an answer that misleads', () => {
  it('duplicate: applied twice, answered once', async () => {
    const session = await facing({ kind: 'duplicate' });
    const answer = await create(session);
    expect(names(session)).toEqual(['Hinge', 'Hinge']);
    const first = session.reference.state.all('fittings')[0];
    expect(field(answer.json(), '_id')).toBe(first?.['_id']);
  });

  it('duplicate: of an upload too', async () => {
    const path = `${PATH}/upload_image`;
    const session = await signIn({ faults: { list: [{ on: { path }, kind: 'duplicate' }] } });
    const answer = await session.upload('fittings', { 'a.png': 'bytes' });
    const files = session.reference.state.files();
    expect(files.map((file) => file.size)).toEqual([5, 5]);
    for (const file of files) expect((await session.get(`/${file.path}`)).text).toBe('bytes');
    expect(field(answer.json(), 'files', 0, 'path')).toBe(files[0]?.path);
  });

  const plain: [Failure, number, string | RegExp, number][] = [
    [{ kind: 'status', status: 503, message: 'busy' }, 503, '{"message":"busy"}', 0],
    [{ kind: 'appliedStatus', status: 500 }, 500, '{"message":"Internal Server Error"}', 1],
    [{ kind: 'html' }, 200, /^<!DOCTYPE html>/, 0],
    [{ kind: 'truncatedJson' }, 201, /^\{"_id":"[\da-f]*$/, 1],
    [{ kind: 'unauthorized' }, 401, '{"message":"Unauthorized"}', 0],
    [{ kind: 'tooMany' }, 429, '{"message":"Too Many Requests"}', 0],
    [{ kind: 'garbage', body: '{"any":1}' }, 200, '{"any":1}', 0],
    [{ kind: 'garbage', applied: true }, 200, /^\{"fittings":"none"/, 1],
    [{ kind: 'garbage', shape: 'nested' }, 200, /^\[{100000}\]{100000}$/, 0],
    [{ kind: 'garbage', shape: 'proto' }, 200, /"__proto__":\{"polluted":true\}/, 0],
    [{ kind: 'slow', delayMs: 1 }, 201, /"name":"Hinge"/, 1],
  ];
  it.each(plain)('%j', async (failure, status, text, count) => {
    const session = await facing(failure);
    const answer = await create(session);
    expect([answer.status, names(session).length]).toEqual([status, count]);
    if (typeof text === 'string') expect(answer.text).toBe(text);
    else expect(answer.text).toMatch(text);
    expect(session.reference.log.at(-1)).toMatchObject({ status, applied: count > 0 });
  });

  it('garbage: huge', async () => {
    const answer = await create(await facing({ kind: 'garbage', shape: 'huge' }));
    expect(answer.text.length).toBeGreaterThan(1_000_000);
    expect(field(answer.json(), 'items', 499_999)).toBe('x');
  });

  it.each([301, 302, 303, 307, 308] as const)('redirect %i', async (status) => {
    const session = await facing({ kind: 'redirect', status, location: 'http://evil.example/' });
    const answer = await create(session);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      status,
      'http://evil.example/',
    ]);
    expect(names(session)).toEqual([]);
  });

  it('sends the headers it is given', async () => {
    const headers = { 'retry-after': '7' };
    const failed = await create(await facing({ kind: 'status', status: 503, headers }));
    expect(failed.headers.get('retry-after')).toBe('7');
    const many = await create(await facing({ kind: 'tooMany', retryAfter: 3 }));
    expect(many.headers.get('retry-after')).toBe('3');
    const never = await create(await facing({ kind: 'tooMany' }));
    expect(never.headers.get('retry-after')).toBeNull();
  });

  it('slow and latency wait before the answer', async () => {
    const list: Fault[] = [{ on, kind: 'slow', delayMs: 30 }];
    const session = await signIn({ latencyMs: 20, faults: { list } });
    const since = performance.now();
    await create(session);
    expect(performance.now() - since).toBeGreaterThan(45);
  });
});

describe('a hook', () => {
  it('acts as a second administrator before and after', async () => {
    const session = await signIn({ seed: seedOf({ fittings: numbered(1) }) });
    const { reference } = session;
    const phases: string[] = [];
    reference.addFault({
      on: { method: 'PATCH' },
      kind: 'hook',
      hook: async (phase, info) => {
        phases.push(`${phase} ${info.path} ${String(info.applied)}`);
        await Promise.resolve();
        if (phase === 'before')
          reference.state.patch('fittings', 'id0', { price: '1', grupa: 'g' });
        else reference.state.patch('fittings', 'id0', { price: '3' });
      },
    });
    const answer = await session.call('PATCH', `${PATH}/id0`, { price: 2 });
    expect(answer.json()).toMatchObject({ price: '2', grupa: 'g' });
    expect(reference.state.get('fittings', 'id0')).toMatchObject({ price: '3', grupa: 'g' });
    expect(phases).toEqual([`before ${PATH}/id0 false`, `after ${PATH}/id0 true`]);
  });

  it('that throws says so', async () => {
    const hook = (): void => {
      throw new Error('expected something else');
    };
    const answer = await create(await facing({ kind: 'hook', hook }));
    expect([answer.status, answer.text]).toEqual([500, '{"message":"expected something else"}']);
  });
});

interface Raw {
  readonly received: number;
  readonly announced: number;
  readonly ended: boolean;
}

function rawPost(url: string, token: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = http.request(url, { method: 'POST', headers, agent: false }, (answer) => {
      let received = 0;
      answer.on('data', (chunk: Buffer) => (received += chunk.length));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({
          received,
          announced: Number(answer.headers['content-length']),
          ended: answer.complete,
        }),
      );
    });
    request.on('error', reject);
    request.end('{"name":"Hinge"}');
  });
}

describe('an aborted upload', () => {
  it('is logged and leaves nothing behind', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'reference-test-'));
    const { reference, token } = await signIn({ dataDir });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
    };
    const request = http.request(`${reference.url}${PATH}/upload_image`, {
      method: 'POST',
      headers,
    });
    const broken = new Promise((resolve) => request.on('error', resolve));
    request.write(
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
    );
    await send(reference.url, 'GET', '/', {}, null);
    request.destroy();
    await broken;
    await reference.close();
    expect(reference.state.files()).toEqual([]);
    expect(fs.readdirSync(path.join(dataDir, 'files', '.incoming'))).toEqual([]);
    fs.rmSync(dataDir, { recursive: true });
    for (const one of reference.log) expect(one.applied).toBe(one.path === '/admin/login');
  });
});
