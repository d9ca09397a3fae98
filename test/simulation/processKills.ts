import fs from 'node:fs';
import path from 'node:path';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import type { Reference } from '#reference/server.ts';
import { scratch } from './desk.ts';
import type { Failure } from './jobs.ts';
import { buildKilled } from './killedProgram.ts';
import type { KilledProgram } from './killedProgram.ts';
import { runAndKill } from './killedShells.ts';
import type { Kept } from './killedShells.ts';
import { chanceOf } from './random.ts';
import { ACCOUNT } from './service.ts';

/** One in five is killed again while it starts up and recovers. */
const AGAIN = 0.2;
/** The killed shells, one profile each: two-process window, browser shell, one thread, terminal. */
const SHELLS = ['two', 'browser', 'one', 'terminal'] as const;
/** A profile lives through so many kills before it is looked at and a new one begins. */
const EACH = 25;
/** Profiles that are worked on at a time: a process that starts leaves a core to another. */
const AT_ONCE = 3;
const RATES = { lostAnswer: 0.12, resetBefore: 0.06, appliedStatus: 0.06 };

/**
 * Kills real processes of the program with SIGKILL, then checks every acknowledged change.
 *
 * The processes work on real files over real HTTP with lost answers. Profiles are numbered from
 * `from`, which decides the faults of their service.
 */
export async function killProcesses(
  kills: number,
  from: number,
  say: (line: string) => void,
): Promise<{ readonly kills: number; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  const program = await buildKilled();
  let done = 0;
  let round = 0;
  const rounds = Math.ceil(kills / EACH);
  const lane = async () => {
    while (round < rounds) {
      const mine = round++;
      const found = await oneProfile(program, from + mine, Math.min(EACH, kills - mine * EACH));
      done += found.kills;
      failures.push(...found.failures);
      say(`${done} of ${kills} processes killed, ${failures.length} violations`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { kills: done, failures };
}

async function oneProfile(program: KilledProgram, round: number, kills: number) {
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
    const shell = SHELLS[round % SHELLS.length] ?? 'one';
    while (done < kills) {
      const again = chance.happens(AGAIN);
      const after = again ? null : 20 + chance.below(150);
      const work = { program, dataDir, name: `${round}-${done}`, files: folder, after };
      await runAndKill(shell, work, chance, kept);
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
  await core.call('settings.set', { values: { inFlightWindowSeconds: 0 } });
  await core.call('sync.pull', {});
  await core.close();
}

/**
 * Retries operations that went unanswered too often, and returns their number.
 *
 * A person does this once the service works again.
 */
async function tryAgain(core: Core): Promise<number> {
  const { operations } = await core.call('outbox.list', { states: ['refused'] });
  const unanswered = operations.filter(({ reason }) => reason?.code === 'gave-up');
  for (const { id } of unanswered) await core.call('outbox.retry', { operation: id });
  return unanswered.length;
}

async function lookAt(dataDir: string, service: Reference, kept: Kept): Promise<string[]> {
  service.clearFaults();
  const core = openCore(nodePlatform({ dataDir, log: () => undefined }));
  for (let i = 0; i < 20; i += 1) {
    const { waiting, unknown } = await core.call('sync.push', { patience: 60_000 });
    if (waiting + unknown + (await tryAgain(core)) === 0) break;
  }
  const { queue, notices } = await core.call('status.get', {});
  const { operations: refused } = await core.call('outbox.list', { states: ['refused'] });
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
    ...refused.map(({ key, reason }) => `${String(key)} was refused: ${JSON.stringify(reason)}`),
    // An offer after the first successful send tells of no damage.
    ...notices
      .filter(({ about }) => about !== 'autoSend')
      .map((notice) => `a notice: ${JSON.stringify(notice)}`),
  ];
}
