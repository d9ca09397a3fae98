import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field, login, numbered, seedOf, send, sessionOf, signIn, start } from './harness.ts';

let dataDir = '';
const journal = (): string => path.join(dataDir, 'state.jsonl');

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'reference-test-'));
});
afterEach(() => {
  fs.rmSync(dataDir, { recursive: true });
});

describe('a service with a folder', () => {
  it('goes on where it was closed', async () => {
    const seed = seedOf({ fittings: numbered(3), edgeBands: [{ _id: { $oid: 'e' }, __v: 4 }] });
    const first = await signIn({ dataDir, seed });
    await first.call('POST', '/adminapi/fittings', { name: 'new', kod: 'K' });
    await first.call('PATCH', '/adminapi/fittings/id1', { name: 'edited' });
    await first.call('PATCH', '/adminapi/edge_band/e', { name: 'edited' });
    await first.call('DELETE', '/adminapi/fittings/id0');
    const stored = String(
      field((await first.upload('materials', { 'a.png': 'x' })).json(), 'files', 0, 'path'),
    );
    await first.reference.close();

    const again = await start({ dataDir, seed, variant: { order: 'recentlyEdited' } });
    const { get } = sessionOf(again, first.token);
    expect(again.state.all('fittings').map((one) => one['name'])).toEqual(['edited', 'n2', 'new']);
    expect(again.state.get('edgeBands', 'e')).toMatchObject({ name: 'edited', __v: 5 });
    expect(again.state.files()).toEqual(first.reference.state.files());
    expect((await get(`/${stored}`)).text).toBe('x');
    expect(field((await get('/adminapi/fittings/getByKod/K')).json(), 'name')).toBe('new');
    const list = (await get('/adminapi/fittings')).json();
    expect(field(list, 'fittings', 0, 'name')).toBe('edited');
  });

  it('keeps revoked tokens revoked', async () => {
    const first = await signIn({ dataDir });
    first.reference.revokeTokens();
    const token = await login(first.reference);
    await first.reference.close();
    const again = await start({ dataDir });
    expect((await sessionOf(again, first.token).get('/adminapi/fittings')).status).toBe(401);
    expect((await sessionOf(again, token).get('/adminapi/fittings')).status).toBe(200);
  });

  it('has every answered change in the journal before the answer', async () => {
    const { call } = await signIn({ dataDir });
    await call('POST', '/adminapi/fittings', { name: 'now' });
    expect(fs.readFileSync(journal(), 'utf8')).toMatch(/"name":"now"\}\}\n$/);
  });

  it('compacts the journal when it starts', async () => {
    const first = await start({ dataDir, seed: seedOf({ fittings: numbered(2) }) });
    for (let n = 0; n < 50; n += 1) first.state.patch('fittings', 'id1', { price: String(n) });
    first.state.remove('fittings', 'id0');
    await first.close();
    expect(lines()).toHaveLength(53);
    const again = await start({ dataDir });
    expect(lines()).toHaveLength(1);
    expect(again.state.all('fittings')).toEqual([{ _id: 'id1', name: 'n1', price: '49' }]);
  });

  it('keeps its folder when the seed is gone, and an emptied catalogue empty', async () => {
    const seed = seedOf({ fittings: numbered(1) });
    const first = await start({ dataDir, seed });
    first.state.remove('fittings', 'id0');
    await first.close();
    expect((await start({ dataDir, seed })).state.all('fittings')).toEqual([]);
  });
});

describe('a damaged journal', () => {
  it.each([1, 10, 40])('torn %i bytes before its end loses only the torn line', async (bytes) => {
    const first = await start({ dataDir });
    for (const name of ['one', 'two', 'three']) first.state.insert('fittings', { name });
    await first.close();
    fs.truncateSync(journal(), fs.statSync(journal()).size - bytes);
    const again = await start({ dataDir });
    expect(again.state.all('fittings').map((one) => one['name'])).toEqual(['one', 'two']);
    again.state.insert('fittings', { name: 'four' });
    await again.close();
    const third = await start({ dataDir });
    expect(third.state.all('fittings').map((one) => one['name'])).toEqual(['one', 'two', 'four']);
  });

  it('is not passed over in its middle', async () => {
    const first = await start({ dataDir });
    for (const name of ['one', 'two']) first.state.insert('fittings', { name });
    await first.close();
    fs.writeFileSync(journal(), fs.readFileSync(journal(), 'utf8').replace('{"op"', '{op'));
    await expect(start({ dataDir })).rejects.toThrow('damaged in line 1');
    expect(lines()).toHaveLength(2);
  });

  it('left half rewritten by an earlier start does not matter', async () => {
    const first = await start({ dataDir });
    first.state.insert('fittings', { name: 'one' });
    await first.close();
    fs.writeFileSync(`${journal()}.new`, '{"op":');
    expect((await start({ dataDir })).state.all('fittings')).toHaveLength(1);
  });
});

describe('a killed service', () => {
  it('has everything it answered', async () => {
    const server = pathToFileURL(path.resolve('src/reference/server.ts')).href;
    const code = `import { startReference } from ${JSON.stringify(server)};
      const { url } = await startReference({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(url);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const output = createInterface({ input: child.stdout });
    const [url] = await once(output, 'line');
    const body = JSON.stringify({ email: 'admin@example.com', password: 'demo' });
    const signedIn = await send(String(url), 'POST', '/admin/login', {}, body);
    const authorization = `Bearer ${String(field(signedIn.json(), 'accessToken'))}`;
    for (let n = 0; n < 30; n += 1)
      await send(String(url), 'POST', '/adminapi/fittings', { authorization }, `{"name":"n${n}"}`);
    child.kill('SIGKILL');
    await ended;
    const again = await start({ dataDir });
    const names = again.state.all('fittings').map((one) => one['name']);
    expect(names).toEqual(Array.from({ length: 30 }, (_, n) => `n${n}`));
  });
});

function lines(): string[] {
  return fs.readFileSync(journal(), 'utf8').split('\n').slice(0, -1);
}
