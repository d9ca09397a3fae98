import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '#contract/rpc/connect.ts';
import { procedures } from '#contract/procedures.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { file, shellWindow } from '#test/support/shellWindow.ts';
import type { KilledProgram } from './killedProgram.ts';
import type { Chance } from './random.ts';

// The program is compiled by the first process that ends in order, and read by all that are killed.
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'cabinet-compiled'),
};

/** Changes that the program acknowledged; each must reach the service exactly once. */
export interface Kept {
  readonly created: Set<string>;
  price: string;
}

/** The work of one process, and the time of its kill. */
export interface Work {
  readonly program: KilledProgram;
  readonly dataDir: string;
  readonly name: string;
  readonly files: string;
  /** After so many milliseconds of work; null: while it is starting up. */
  readonly after: number | null;
}

export type Shell = 'one' | 'two' | 'terminal' | 'browser';

/** Lets a shell work on a profile, notes the acknowledged changes, and kills it. */
export function runAndKill(shell: Shell, work: Work, chance: Chance, kept: Kept): Promise<void> {
  if (shell === 'terminal') return killTerminal(work, chance, kept);
  if (shell === 'browser') return killBrowserShell(work, chance, kept);
  return killCore(work, shell, kept);
}

async function killCore(
  { program, dataDir, name, files, after }: Work,
  halves: 'one' | 'two',
  kept: Kept,
): Promise<void> {
  const { workload, worker } = program;
  const child = spawn(process.execPath, [workload, dataDir, name, files, halves, worker], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = '', value = ''] = line.split(' ');
    if (what === 'opening' && after === null) setTimeout(() => child.kill('SIGKILL'), 3);
    if (what === 'ready' && after !== null) setTimeout(() => child.kill('SIGKILL'), after);
    if (what === 'created') kept.created.add(value);
    if (what === 'priced') kept.price = value;
  }
  await ended;
}

/** Adds a record at the terminal, which is killed now and then, and sends, which is killed always. */
async function killTerminal(
  { program, dataDir, name, after }: Work,
  chance: Chance,
  kept: Kept,
): Promise<void> {
  const kod = `T-${name}`;
  const values = JSON.stringify({ kod, name: kod, price: '1' });
  const add = ['add', 'fittings', '--data', '-', '--data-dir', dataDir];
  const run = (args: readonly string[], input: string, killAfter: number | null) =>
    terminal([program.terminal, ...args], input, killAfter);
  const added = await run(add, values, chance.happens(0.3) ? 80 + chance.below(250) : null);
  if (added) kept.created.add(kod);
  await run(['push', '--data-dir', dataDir], '', 130 + (after ?? 0) * 3);
}

/** Whether a command of the terminal said that it was done; it is killed after so many milliseconds. */
async function terminal(
  command: readonly string[],
  input: string,
  killAfter: number | null,
): Promise<boolean> {
  const child = spawn(process.execPath, [...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === 0;
}

/** Opens a window on the browser shell and works in it until the shell behind it is killed. */
async function killBrowserShell(work: Work, chance: Chance, kept: Kept): Promise<void> {
  const { program, dataDir, after } = work;
  const child = spawn(
    process.execPath,
    [program.terminal, 'serve', '--no-open', '--json', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'ignore'], env },
  );
  const ended = once(child, 'exit');
  const dead = ended.then(() => null);
  // It recovers before it shows its address; a quarter of a second is how long it takes to get there.
  if (after === null) setTimeout(() => child.kill('SIGKILL'), 90 + chance.below(250));
  const address = await Promise.race([addressOf(child), dead]);
  if (address !== null) {
    if (after !== null) setTimeout(() => child.kill('SIGKILL'), after * 3);
    // Calls in progress when the shell died failed and were not acknowledged.
    await Promise.race([workInWindow(address, work, kept).catch(() => null), dead]);
    await dead;
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string | null> {
  if (stdout === null) return null;
  for await (const line of createInterface({ input: stdout })) {
    const found = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(line);
    if (found !== null) return found[0];
  }
  return null;
}

async function workInWindow(address: string, { name, files }: Work, kept: Kept): Promise<never> {
  const window = shellWindow(address);
  const halves = await window.enter();
  const socket = window.socket(halves);
  const { call } = connect(webSocketChannel(socket));
  await once(socket, 'open');
  for (let number = 10; ; number += 1) {
    const kod = `B-${name}-${number}`;
    const image = fs.readFileSync(path.join(files, `${number % 3}.svg`));
    const ask = file(`${number % 3}.svg`, image, halves);
    const answer = await window.ask('/files', {
      ...ask,
      headers: { ...ask.headers, 'x-cabinet-kind': 'fittings', 'x-cabinet-field': 'images' },
    });
    const staged = procedures['files.stage'].output.parse(JSON.parse(answer.body));
    await call('records.create', {
      kind: 'fittings',
      values: { kod, name: `Okucie ${kod}`, price: '1.00' },
      files: [{ field: 'images', file: staged.file }],
    });
    kept.created.add(kod);
    const price = String(Date.now());
    await call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price },
      files: [],
    });
    kept.price = price;
    await call('sync.push', { patience: 0 });
    if (number % 3 === 0) await call('sync.pull', {});
  }
}
