import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openCore } from '#core/core.ts';
import { nodePlatform } from '#core/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import type { Reference } from '#reference/server.ts';
import { scratch } from './desk.ts';
import type { Failure } from './jobs.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { ACCOUNT } from './service.ts';

const TERMINAL = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url));
const WORKLOAD = fileURLToPath(new URL('../core/crash/workload.ts', import.meta.url));
/** One in five is killed again while it starts up and recovers. */
const AGAIN = 0.2;
/** What is killed: the core in a terminal's one thread, the two halves behind a window, the terminal itself. */
const SHELLS = ['one', 'two', 'one', 'two', 'terminal'] as const;
/** A profile lives through so many kills before it is looked at and a new one begins. */
const EACH = 50;
const RATES = { lostAnswer: 0.12, resetBefore: 0.06, appliedStatus: 0.06 };

interface Kept {
  readonly created: Set<string>;
  price: string;
}

/**
 * Kills real processes of the program with SIGKILL, in the middle of whatever they do on real files
 * over real HTTP with answers lost, and looks what became of everything they acknowledged.
 */
export async function killProcesses(
  kills: number,
  say: (line: string) => void,
): Promise<{ readonly kills: number; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  let done = 0;
  for (let round = 0; done < kills; round += 1) {
    const found = await oneProfile(round, Math.min(EACH, kills - done));
    done += found.kills;
    failures.push(...found.failures);
    say(`${done} of ${kills} processes killed, ${failures.length} violations`);
  }
  return { kills: done, failures };
}

async function oneProfile(round: number, kills: number) {
  const folder = fs.mkdtempSync(path.join(scratch, 'cabinet-kill-'));
  const dataDir = path.join(folder, 'data');
  for (const name of ['0', '1', '2'])
    fs.writeFileSync(path.join(folder, `${name}.svg`), `<svg id="${name}"/>`);
  const service = await startReference({
    account: ACCOUNT,
    seed: {
      fittings: [{ kod: 'ZAW-110', name: 'Zawias', price: '8.90' }],
      materials: [],
      products: [],
      edgeBands: [],
    },
    variant: { uniqueKod: false },
    faults: { random: { seed: round, rates: RATES, on: { method: 'POST', path: /adminapi/ } } },
  });
  const kept: Kept = { created: new Set(), price: '8.90' };
  try {
    await prepare(dataDir, service.url);
    const chance = chanceOf(round);
    let done = 0;
    while (done < kills) {
      const again = chance.happens(AGAIN);
      const shell = SHELLS[round % SHELLS.length] ?? 'one';
      const after = again ? null : 20 + chance.below(150);
      const work = { dataDir, name: `${round}-${done}`, files: folder, after };
      if (shell === 'terminal') await killTerminal(work, chance, kept);
      else await runAndKill(work, shell, kept);
      done += 1;
    }
    const failures = await lookAt(dataDir, service, kept);
    return {
      kills: done,
      failures: failures.map((text) => ({
        replay: `kills of profile ${round}`,
        invariant: 'I1',
        text,
      })),
    };
  } finally {
    await service.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(dataDir: string, url: string): Promise<void> {
  const core = openCore(nodePlatform({ dataDir, log: () => undefined }));
  await core.call('session.login', { url, ...ACCOUNT });
  await core.call('settings.set', { values: { settleSeconds: 0 } });
  await core.call('sync.pull', {});
  await core.close();
}

interface Work {
  readonly dataDir: string;
  readonly name: string;
  readonly files: string;
  /** After so many milliseconds of work; null: while it is starting up. */
  readonly after: number | null;
}

async function runAndKill(
  { dataDir, name, files, after }: Work,
  halves: 'one' | 'two',
  kept: Kept,
): Promise<void> {
  const child = spawn(process.execPath, [WORKLOAD, dataDir, name, files, halves], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
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
  { dataDir, name, after }: Work,
  chance: Chance,
  kept: Kept,
): Promise<void> {
  const kod = `T-${name}`;
  const values = JSON.stringify({ kod, name: kod, price: '1' });
  const add = ['add', 'fittings', '--data', '-', '--data-dir', dataDir];
  const added = await terminal(add, values, chance.happens(0.3) ? 150 + chance.below(400) : null);
  if (added) kept.created.add(kod);
  await terminal(['push', '--data-dir', dataDir], '', 250 + (after ?? 0) * 3);
}

/** Whether a command of the terminal said that it was done; it is killed after so many milliseconds. */
async function terminal(
  args: readonly string[],
  input: string,
  killAfter: number | null,
): Promise<boolean> {
  const child = spawn(process.execPath, [TERMINAL, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  return code === 0;
}

async function lookAt(dataDir: string, service: Reference, kept: Kept): Promise<string[]> {
  service.clearFaults();
  const core = openCore(nodePlatform({ dataDir, log: () => undefined }));
  for (let i = 0; i < 20; i += 1) {
    const { waiting, unknown } = await core.call('sync.push', { patience: 60_000 });
    if (waiting + unknown === 0) break;
  }
  const { queue, notices } = await core.call('status.get', {});
  await core.close();
  const fittings = service.state.all('fittings');
  const codes = fittings.map(({ kod }) => String(kod));
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  const lost = [...kept.created].filter((code) => !codes.includes(code));
  const price = fittings.find(({ kod }) => kod === 'ZAW-110')?.['price'];
  const held = new Set(service.state.files().map((file) => file.path));
  const pictures = fittings.flatMap(({ images }) =>
    Array.isArray(images) ? images.map(String) : [],
  );
  return [
    ...twice.map((code) => `${code} was created twice`),
    ...lost.map((code) => `${code} was acknowledged and lost`),
    ...(Number(price) >= Number(kept.price)
      ? []
      : [`the price is ${String(price)}, ${kept.price} was acknowledged`]),
    ...pictures.filter((each) => !held.has(each)).map((each) => `${each} never arrived`),
    ...(queue.waiting + queue.sending + queue.unknown + queue.conflict === 0
      ? []
      : [`left in the outbox: ${JSON.stringify(queue)}`]),
    ...notices.map((notice) => `a notice: ${JSON.stringify(notice)}`),
  ];
}
