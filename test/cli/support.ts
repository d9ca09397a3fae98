import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { run } from '#cli/run.ts';
import { expectationSchema } from '#contract/expectations/expected.ts';
import { z } from '#contract/zod.ts';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, ReferenceOptions } from '#reference/server.ts';
import { built } from '../support/built.ts';

export const ACCOUNT = { email: 'admin@example.com', password: 'open-sesame-4711' };
/** The built program: a start from the sources takes twice as long. */
const LAUNCHER = fileURLToPath(built('main/cli.js'));
const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/node-compile');

const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Runs `end` after the test file, in reverse order of registration. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

export function tempFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-cli-'));
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function startCabinet(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node: readonly string[] = [],
): ChildProcess {
  const {
    CABINET_DATA_DIR: _dir,
    CABINET_PASSWORD: _password,
    CABINET_PASSPHRASE: _phrase,
    ...outer
  } = process.env;
  const child = spawn(process.execPath, [...node, LAUNCHER, ...args], {
    env: { ...outer, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILED, ...env },
  });
  atEnd(() => child.kill('SIGKILL'));
  return child;
}

/** Result of one call; `json` parses stdout as one JSON document. */
export interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly said: string;
  readonly json: <T>(schema: z.ZodType<T>) => T;
}

export async function finished(child: ChildProcess, input = ''): Promise<Ran> {
  if (child.stdin === null || child.stdout === null || child.stderr === null)
    throw new Error('no pipes');
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return {
    exit: child.exitCode,
    out,
    said,
    json: documentIn(out, said),
  };
}

function documentIn(out: string, said: string): Ran['json'] {
  return (schema) => {
    expect(out, said).toMatch(/^[^\n]+\n$/);
    return schema.parse(JSON.parse(out));
  };
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs one command of the terminal in this process.
 *
 * A new process would take a second each. The commands run one after the other, because each
 * replaces the streams and the environment of the process. `startCabinet` starts the built program.
 */
export function inProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ran> {
  const ran = turn.then(() => runHere(args, env, input));
  turn = ran.catch(() => {});
  return ran;
}

async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Ran> {
  const before = process.env;
  const {
    CABINET_DATA_DIR: _dir,
    CABINET_PASSWORD: _password,
    CABINET_PASSPHRASE: _phrase,
    ...outer
  } = before;
  const out = new PassThrough();
  const said = new PassThrough();
  const written = Promise.all([text(out), text(said)]);
  const putBack = replaceStreams({ stdin: Readable.from([input]), stdout: out, stderr: said });
  process.env = { ...outer, NO_COLOR: '1', ...env };
  let exit: number;
  try {
    exit = await run(args);
  } finally {
    putBack();
    process.env = before;
    out.end();
    said.end();
  }
  const [answer, messages] = await written;
  return { exit, out: answer, said: messages, json: documentIn(answer, messages) };
}

function replaceStreams(streams: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(streams).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
  );
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  return () => {
    for (const [name, own] of before)
      if (own !== undefined) Object.defineProperty(process, name, own);
  };
}

/** A new data folder, and the terminal that uses it. */
export class Desk {
  readonly dir = tempFolder();
  /** Whether each command runs in a process of its own. */
  readonly #apart: boolean;

  constructor({ apart = false } = {}) {
    this.#apart = apart;
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
    const all = [...args, '--data-dir', this.dir];
    // The program reads these variables once and deletes them, when it starts.
    const isGiven = 'CABINET_PASSWORD' in env || 'CABINET_PASSPHRASE' in env;
    if (this.#apart || isGiven) return finished(startCabinet(all, env), input);
    return inProcess(all, env, input);
  }

  json(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
    return this.run([...args, '--json'], env, input);
  }

  login(url: string, password: string = ACCOUNT.password) {
    const args = ['login', '--url', url, '--email', ACCOUNT.email];
    return this.json(args, { CABINET_PASSWORD: password });
  }

  /**
   * Runs work with the core on the same data folder in this process.
   *
   * It sets up states that need many calls.
   */
  async core<T>(work: (core: Core) => Promise<T>): Promise<T> {
    const core = openCore(nodePlatform({ dataDir: this.dir, log: () => {} }));
    try {
      return await work(core);
    } finally {
      await core.close();
    }
  }

  /** Signs in and, unless `pull` is false, pulls. */
  async ready(url: string, pull = true): Promise<void> {
    await this.core(async (core) => {
      await core.call('session.login', { url, ...ACCOUNT });
      await core.call('settings.set', { values: { inFlightWindowSeconds: 0 } });
      if (pull) await core.call('sync.pull', {});
    });
  }
}

/** Starts a service with a small catalogue; it ends with the test file. */
export async function startService(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startReference({ account: ACCOUNT, seed: catalogue(), ...options });
  atEnd(() => reference.close());
  return reference;
}

export function catalogue() {
  const fitting = (kod: string, name: string, price: string) => ({ kod, name, price, stock: 5 });
  return {
    fittings: [
      fitting('ZAW-110', 'Hinge 110', '8.90'),
      fitting('PRO-450', 'Runner 450', '31.20'),
      fitting('NOGA-1', 'Leg', '2.5'),
    ],
    materials: [{ SIFRA: 'H1145', name: 'Bardolino oak', CIJENA: '12.5', PICFILE: '' }],
    products: [{ name: 'Desk', status: '1', modelPath: 'uploads/desk.obj', date: '2026-01-02' }],
    edgeBands: [{ code: 'ABS-22-OAK', name: 'ABS 22 mm oak', thickness: 0.8, isActive: true }],
  };
}

/** Starts a web server that is no catalogue service; returns its address. */
export async function startStranger(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

export const failure = z.strictObject({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z
      .array(
        z.strictObject({
          place: z.string(),
          value: z.string(),
          expected: z.string(),
          expectation: expectationSchema.optional(),
        }),
      )
      .optional(),
  }),
});

/** Expects a refusal: its exit code, one JSON document on stdout, the same sentence on stderr. */
export function expectRefusal(ran: Ran, exit: number, code: string, words: RegExp): void {
  const { error } = ran.json(failure);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(words);
  expect(ran.said).toContain(error.message);
  expect(ran.exit).toBe(exit);
}

export const counts = z.strictObject({
  waiting: z.number(),
  held: z.number(),
  sending: z.number(),
  unknown: z.number(),
  refused: z.number(),
  conflict: z.number(),
});

export const operation = z.object({
  id: z.string(),
  kind: z.string(),
  action: z.string(),
  recordId: z.string(),
  key: z.string().nullable(),
  state: z.string(),
  attempts: z.number(),
  reason: z.string().nullable(),
  files: z.array(
    z.strictObject({
      field: z.string(),
      name: z.string(),
      size: z.number(),
      sha256: z.string(),
      state: z.string(),
      path: z.string().nullable(),
    }),
  ),
  dependsOn: z.array(z.string()),
});
export const queue = z.strictObject({ operations: z.array(operation) });
export const queued = z.strictObject({ operation: z.string().nullable(), id: z.string() });
export const moved = z.strictObject({ operation: z.string(), state: z.string() });
export const pushCounts = z.strictObject({
  done: z.number(),
  waiting: z.number(),
  held: z.number(),
  unknown: z.number(),
  refused: z.number(),
  conflict: z.number(),
  stopped: z.object({ code: z.string(), text: z.string() }).nullable(),
  nextAt: z.iso.datetime().nullable(),
});
const kindCounts = z.strictObject({
  total: z.number(),
  added: z.number(),
  updated: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  complete: z.boolean(),
});
export const pullCounts = z.strictObject({
  kinds: z.record(z.string(), kindCounts),
  notes: z.array(z.looseObject({ code: z.string(), kind: z.string(), text: z.string() })),
});
