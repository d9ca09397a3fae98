import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '#core/platform/disk.ts';
import { fetchAsset } from '#core/files/assets/fetchAsset.ts';
import { systemClock, systemDisk } from '#core/app/nodePlatform.ts';
import { PNG } from '../../support/desk.ts';
import { heldClock } from '../../support/heldClock.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Fetches a picture while writing it, or asking for it, fails. */
function fetchWhile(fault: {
  readonly write?: Error;
  readonly ask?: Error;
  readonly answer?: Response;
}) {
  const { promises } = systemDisk.files;
  const open: Files['promises']['open'] = async (file, flags, mode) => {
    const handle = await promises.open(file, flags, mode);
    if (fault.write === undefined) return handle;
    return Object.assign(handle, { writeFile: () => Promise.reject(fault.write ?? new Error()) });
  };
  const fetchFile = () =>
    fault.ask === undefined
      ? Promise.resolve(
          fault.answer ?? new Response(PNG, { headers: { 'content-type': 'image/png' } }),
        )
      : Promise.reject(fault.ask);
  return fetchAsset(new URL('http://service.example/a.png'), {
    fetchFile,
    clock: systemClock,
    disk: { ...systemDisk, files: { ...systemDisk.files, promises: { ...promises, open } } },
    access: { url: 'http://service.example/', headersFor: () => ({}) },
    name: 'a.png',
    target: path.join(tempFolder(), 'incoming'),
    limit: 1_000_000,
    signal: new AbortController().signal,
  });
}

/** Fetches a picture in eight pieces, one every ten seconds. */
function fetchSlowly(bytes: number) {
  const clock = heldClock();
  let left = 8;
  const answer = (signal: AbortSignal) =>
    new ReadableStream<Uint8Array>(
      {
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
        pull: (stream) => {
          if (left === 0) return stream.close();
          stream.enqueue(Buffer.concat([left === 8 ? PNG : Buffer.of(), Buffer.alloc(bytes)]));
          left -= 1;
          clock.advance(10_000);
        },
      },
      { highWaterMark: 0 },
    );
  return fetchAsset(new URL('http://service.example/a.png'), {
    fetchFile: (_, { signal }) =>
      Promise.resolve(new Response(answer(signal ?? AbortSignal.abort()))),
    clock,
    disk: systemDisk,
    access: { url: 'http://service.example/', headersFor: () => ({}) },
    name: 'a.png',
    target: path.join(tempFolder(), 'incoming'),
    limit: 1_000_000,
    signal: new AbortController().signal,
  });
}

/** Fetches a picture that the service redirects to another host. */
function fetchRedirected(
  asked: string[],
  end: { readonly code?: string; readonly status?: number; readonly headers?: HeadersInit },
) {
  return fetchAsset(new URL('https://service.example/a.png'), {
    fetchFile: (url, { headers }) => {
      asked.push(`${url.hostname} ${new Headers(headers).get('accept-encoding')}`);
      if (url.hostname === 'service.example')
        return Promise.resolve(Response.redirect('https://cdn.example/a.png'));
      if (end.status !== undefined) return Promise.resolve(new Response('', end));
      const cause = Object.assign(new Error('no such host'), { code: end.code });
      return Promise.reject(new TypeError('fetch failed', { cause }));
    },
    clock: systemClock,
    disk: systemDisk,
    access: { url: 'https://service.example/', headersFor: () => ({}) },
    name: 'a.png',
    target: path.join(tempFolder(), 'incoming'),
    limit: 1_000_000,
    signal: new AbortController().signal,
  });
}

describe('fetching a file', () => {
  it('of which a byte comes now and then ends, to be tried later', async () => {
    expect(await fetchSlowly(1)).toEqual({ outcome: 'later', wait: null });
  });

  it('of which some kilobytes come each second goes on for as long as it takes', async () => {
    expect(await fetchSlowly(30_000)).toMatchObject({ outcome: 'here' });
  });

  // A write to a file that is already open fails without the path of it.
  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])(
    'that the disk does not take (%s) is no fault of the network',
    async (code) => {
      const write = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
      await expect(fetchWhile({ write })).rejects.toBe(write);
    },
  );

  it('that the network breaks off is tried later', async () => {
    const cause = Object.assign(new Error('read ECONNRESET'), {
      code: 'ECONNRESET',
      syscall: 'read',
    });
    const ask = new TypeError('fetch failed', { cause });
    expect(await fetchWhile({ ask })).toEqual({ outcome: 'later', wait: null });
  });

  it('that the service has for later, at a time of its own clock, waits for as long as it meant', async () => {
    const headers = {
      date: 'Tue, 02 Mar 2010 08:00:00 GMT',
      'retry-after': 'Tue, 02 Mar 2010 08:02:00 GMT',
    };
    const answer = new Response('', { status: 503, headers });
    expect(await fetchWhile({ answer })).toEqual({ outcome: 'later', wait: 120_000 });
  });

  it.each([
    ['cannot be reached', { code: 'ENOTFOUND' }],
    ['asks for a sign-in', { status: 401 }],
    ['asks for a pause', { status: 429, headers: { 'retry-after': '86400' } }],
  ])('of which another host that it is redirected to %s concerns no other file', async (_, end) => {
    const asked: string[] = [];
    const fetched = await fetchRedirected(asked, end);
    expect(asked).toEqual(['service.example identity', 'cdn.example identity']);
    expect(fetched).toEqual({ outcome: 'later', wait: null });
  });
});
