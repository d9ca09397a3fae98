import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/audit.mjs', import.meta.url));
let registry: http.Server | null = null;
afterEach(() => registry?.close());

const FAULT = {
  id: 1,
  url: 'https://advisories.invalid/1',
  title: 'a fault',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
};
const PACKUMENT = { name: 'better-sqlite3', versions: { '13.2.0': { version: '13.2.0' } } };

/**
 * Starts a registry that answers the request for known vulnerabilities with `status` and `answer`.
 */
async function audit(status: number, answer: object, env: NodeJS.ProcessEnv = {}) {
  registry = http.createServer((request, response) => {
    const isQuestion = request.method === 'POST';
    request.resume();
    response.writeHead(isQuestion ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isQuestion ? answer : PACKUMENT));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, ...env },
  });
  const [said, warned, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { said, warned, code: Number(code) };
}

describe('E13: the audit of packages', () => {
  it('passes where the registry knows of no fault', async () => {
    const { said, code } = await audit(200, {});
    expect(said).toContain('Dependency audit of the program and its tools: 0 known faults');
    expect(code).toBe(0);
  });

  it('fails where the registry knows of one, and names it', async () => {
    const { warned, code } = await audit(200, { 'better-sqlite3': [FAULT] });
    expect(warned).toMatch(/^better-sqlite3 \S+: high$/m);
    expect(code).toBe(1);
  });

  it('says loudly that nothing is known where the registry does not answer', async () => {
    const { warned, code } = await audit(405, {});
    expect(warned).toMatch(/^!{80}\nDependency audit of the program and its tools: NOT DONE/);
    expect(warned).toContain('405 Method Not Allowed');
    expect(code).toBe(0);
  });

  it('fails there too where it is required', async () => {
    expect((await audit(405, {}, { CABINET_AUDIT: 'required' })).code).toBe(1);
  });
});
