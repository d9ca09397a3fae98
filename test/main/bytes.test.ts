import { beforeAll, describe, expect, it } from 'vitest';
import { bytesUrl, BYTES_PATH } from '#contract/files/bytes.ts';
import { OBJ, PNG } from '../support/desk.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.double.handed.pages !== null);
}, 60_000);

async function load(target: string, init: RequestInit = {}): Promise<Response> {
  const { pages } = program.double.handed;
  if (pages === null) throw new Error('nothing serves pages');
  return pages(new Request(`app://cabinet${target}`, init));
}

async function give(name: string, bytes: Buffer | string): Promise<string> {
  const data = Buffer.from(bytes).toString('base64');
  return (await program.page().call('files.give', { name, data })).sha256;
}

describe('the bytes of files on the desktop', () => {
  it('are given by their hash, with the type that they say', async () => {
    const answer = await load(bytesUrl(BYTES_PATH, await give('a.png', PNG)));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    const model = await load(bytesUrl(BYTES_PATH, await give('a.obj', OBJ)));
    expect(model.headers.get('content-type')).toBe('application/octet-stream');
    expect(await model.text()).toBe(OBJ);
  });

  it('P1: that are a drawing can be seen as a picture and in no other way', async () => {
    const url = bytesUrl(BYTES_PATH, await give('a.svg', SVG));
    const { headers } = await load(url);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    expect(headers.get('content-disposition')).toBe('attachment');
  });

  it.each([
    '/bytes/../main/index.js',
    '/bytes/%2e%2e/work.db',
    '/bytes/..%2fwork.db',
    '/bytes/work.db',
    '/bytes/',
    `/bytes/${'0'.repeat(64)}`,
    `/bytes/x/${'0'.repeat(64)}`,
  ])('lead nowhere else by %s', async (target) => {
    expect((await load(target)).status).toBe(404);
  });

  it('cannot be written', async () => {
    const url = bytesUrl(BYTES_PATH, await give('a.png', PNG));
    expect((await load(url, { method: 'POST', body: 'x' })).status).toBe(404);
  });
});
