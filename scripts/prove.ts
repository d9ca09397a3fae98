// Runs the simulation that tries to break Cabinet's promise: `npm run prove` (run on every push),
// `-- nightly`, `-- release`, `-- --replay 4711:0.3`. `--only` and `--schedules` choose parts of a
// lane. A long lane can run in parts: `-- nightly --go-on --minutes 60` continues the last run
// while the sources are the same. `-- --only schedules --having suspend --having ghost --schedules
// 10000` searches rare combinations: it runs that many schedules that contain all named events.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { replayPoint } from '../test/simulation/exhaustive.ts';
import type { Mode } from '../test/simulation/exhaustive.ts';
import { plusTally } from '../test/simulation/jobs.ts';
import type { Failure, Job, Tally } from '../test/simulation/jobs.ts';
import {
  gapsIn,
  LANES,
  pairJobs,
  plantedJobs,
  scheduleJobs,
  singleJobs,
} from '../test/simulation/lanes.ts';
import type { LaneName } from '../test/simulation/lanes.ts';
import { killProcesses } from '../test/simulation/processKills.ts';
import { runJobs } from '../test/simulation/pool.ts';
import { holds, page } from '../test/simulation/report.ts';
import type { Report } from '../test/simulation/report.ts';
import { runPlan } from '../test/simulation/run.ts';
import { masked, planOf, readReplay, spellReplay } from '../test/simulation/schedule.ts';
import type { Plan } from '../test/simulation/schedule.ts';
import { shrink } from '../test/simulation/shrink.ts';
import { keepStanding, standingOf, treeOf } from '../test/simulation/standing.ts';
import type { Standing } from '../test/simulation/standing.ts';
import { makeTemplate } from '../test/simulation/template.ts';
import { proveOptions } from './proveOptions.ts';
import type { Drawn, Part, ProveOptions } from './proveOptions.ts';

const options = proveOptions(process.argv.slice(2));
const regressions: readonly { replay: string }[] = JSON.parse(
  fs.readFileSync(new URL('../test/simulation/regressions.json', import.meta.url), 'utf8'),
);

const started = Date.now();
const processes = options.processes ?? os.availableParallelism();
/**
 * Jobs, and kills, after which a run in parts is saved; a process is fast only after a few hundred
 * jobs.
 */
const PART = { jobs: 160, kills: 100 };
/** Number of filtered schedules that one process runs as one job. */
const STRETCH = 25;
/** Number of violations printed so far. */
let told = 0;

if (options.replay !== undefined) await replay(options.replay);
else if (options.goOn) await goOn();
else await prove();

async function prove(): Promise<void> {
  const lane = options.lane ?? 'push';
  const { kills } = LANES[lane];
  const wanted = (part: Part) => isWanted(part, options.only);
  const seed = freshSeed();
  const own = { from: options.seed === undefined ? 0 : seed, count: options.schedules ?? 0 };
  const asked = options.schedules === undefined ? seedsOf(lane, seed) : [own];
  const seeds = wanted('schedules') ? asked : [];
  const jobs = jobsOf(lane, seeds, options.only);
  const until = options.minutes === undefined ? undefined : endOf(options.minutes);
  say(
    `proving ${lane}: ${jobs.length} pieces of work, ${processes} processes, fresh seeds from ${seed}`,
  );
  const tally = await runJobs(jobs, {
    processes,
    onTally: progress,
    ...(until === undefined ? {} : { until }),
  });
  const killed = wanted('kills')
    ? await killProcesses(options.kills ?? kills, options.seed ?? 0, say)
    : { kills: 0, failures: [] };
  const whole = { ...tally, failures: [...tally.failures, ...killed.failures] };
  const report: Report = {
    lane: options.only === undefined && options.schedules === undefined ? lane : 'custom',
    at: new Date(started).toISOString().slice(0, 10),
    seconds: (Date.now() - started) / 1000,
    seeds,
    regressions: wanted('regressions') ? regressions.length : 0,
    processKills: killed.kills,
    tally: whole,
    gaps: gapsIn(whole),
  };
  write(report);
  await conclude(report);
}

async function conclude(report: Report): Promise<void> {
  const { failures, planted } = report.tally;
  await explain(failures);
  for (const gap of report.gaps.slice(0, 20)) say(`not reached: ${gap}`);
  for (const { name, after } of planted) if (after === null) say(`planted and not found: ${name}`);
  process.exitCode = holds(report) ? 0 : 1;
}

/** Continues a lane where the last run stopped. */
async function goOn(): Promise<void> {
  const lane = options.lane ?? 'nightly';
  const { kills } = LANES[lane];
  const until = endOf(options.minutes ?? 60);
  let standing = standingOf(lane, freshSeed());
  const { tree, seed, at } = standing;
  const jobs = jobsOf(lane, seedsOf(lane, seed), undefined);
  const left = () => jobs.length - standing.done;
  const isLate = () => Date.now() >= until;
  say(`proving ${lane} of the sources ${tree}: ${left()} of ${jobs.length} pieces are left`);
  told = standing.tally.failures.length;
  while (left() > 0 && !isLate()) {
    const begun = Date.now();
    const part = jobs.slice(standing.done, standing.done + PART.jobs);
    const tally = plusTally(standing.tally, await runJobs(part, { processes }));
    standing = keep(lane, { ...standing, done: standing.done + part.length, tally }, begun);
    progress(tally, left());
  }
  while (left() === 0 && standing.processKills < kills && !isLate()) {
    const begun = Date.now();
    const { tally, processKills } = standing;
    const count = Math.min(PART.kills, kills - processKills);
    const more = await killProcesses(count, seed + processKills, () => undefined);
    const failures = [...tally.failures, ...more.failures];
    const now = { tally: { ...tally, failures }, processKills: processKills + more.kills };
    standing = keep(lane, { ...standing, ...now }, begun);
    say(`${now.processKills} of ${kills} processes killed, ${failures.length} violations`);
  }
  const { processKills, seconds, tally } = standing;
  const isWhole = left() === 0 && processKills === kills;
  if (!isWhole) say(`left: ${left()} pieces of work and ${kills - processKills} kills`);
  const report: Report = {
    lane: isWhole ? lane : 'custom',
    at,
    seconds,
    seeds: seedsOf(lane, seed),
    regressions: regressions.length,
    processKills,
    tally,
    gaps: gapsIn(tally),
  };
  write(report);
  await conclude(report);
}

/** Saves the progress; throws when the sources changed during the run. */
function keep(lane: LaneName, standing: Standing, begun: number): Standing {
  if (treeOf() !== standing.tree) throw new Error('The sources were changed under the proof.');
  const seconds = standing.seconds + (Date.now() - begun) / 1000;
  const now = { ...standing, seconds };
  keepStanding(lane, now);
  return now;
}

function seedsOf(lane: LaneName, seed: number): Report['seeds'] {
  const { fixed, fresh } = LANES[lane];
  return [
    { from: 0, count: fixed },
    { from: seed, count: fresh },
  ];
}

/** Returns the jobs of a lane, or only those of the chosen parts. */
function jobsOf(
  lane: LaneName,
  seeds: Report['seeds'],
  only: ProveOptions['only'],
): readonly Job[] {
  const { everyCall, pairs } = LANES[lane];
  const wanted = (part: Part) => isWanted(part, only);
  return [
    ...(wanted('regressions')
      ? [{ what: 'replays' as const, words: regressions.map((each) => each.replay) }]
      : []),
    // The nightly lanes search for planted faults. A push does so only with --only planted.
    ...((pairs || only !== undefined) && wanted('planted') ? plantedJobs(0) : []),
    ...(wanted('singles')
      ? singleJobs(only === undefined ? everyCall : 1, seeds.at(-1)?.from)
      : []),
    ...(pairs && wanted('pairs') ? pairJobs() : []),
    ...seeds.flatMap(({ from, count }) =>
      options.having === undefined
        ? scheduleJobs(from, count)
        : having(options.having, from, count),
    ),
  ];
}

/**
 * Returns jobs with `count` schedules that contain all the given events; their seeds are not
 * consecutive.
 */
function having(drawn: readonly Drawn[], from: number, count: number): Job[] {
  const jobs: Job[] = [];
  let words: string[] = [];
  for (let seed = from, found = 0; found < count; seed += 1) {
    if (!hasAll(planOf(seed), drawn)) continue;
    found += 1;
    words.push(String(seed));
    if (words.length < STRETCH && found < count) continue;
    jobs.push({ what: 'replays', words });
    words = [];
  }
  return jobs;
}

function hasAll({ steps, faults, rate }: Plan, drawn: readonly Drawn[]): boolean {
  const has = new Set<Drawn>([...steps.map(({ action }) => action), ...(rate > 0 ? faults : [])]);
  return drawn.every((each) => has.has(each));
}

function isWanted(part: Part, only: ProveOptions['only']): boolean {
  return only === undefined || only.includes(part);
}

/** Returns the first fresh seed: the seed of the command line, or one made from the time. */
function freshSeed(): number {
  return options.seed ?? 100_000 + (Math.floor(started / 1000) % 1_000_000_000);
}

function endOf(minutes: number): number {
  return started + minutes * 60_000;
}

/** Prints new violations at once, because a run can be long, and the progress. */
function progress(sum: Tally, left: number): void {
  for (const failure of sum.failures.slice(told)) tell(failure);
  told = sum.failures.length;
  const seconds = Math.round((Date.now() - started) / 1000);
  if (left % 10 === 0 || options.goOn)
    say(
      `${String(seconds).padStart(5)} s  ${sum.schedules} schedules, ${sum.singles + sum.pairs} points, ${sum.kills} deaths, ${sum.checks} checks, ${sum.failures.length} violations, ${left} pieces left`,
    );
}

function write(report: Report): void {
  fs.mkdirSync(options.out, { recursive: true });
  const file = path.join(options.out, 'report');
  fs.writeFileSync(`${file}.md`, page(report));
  fs.writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
  say(
    `${report.tally.schedules} schedules, ${report.tally.failures.length} violations: ${file}.md`,
  );
}

/** Prints a violation and the command that replays it. */
function tell({ replay: word, invariant, text }: Failure): void {
  say(`VIOLATION ${invariant} ${text.slice(0, 300)}\n  npm run prove -- --replay '${word}'`);
}

/** Prints the remaining violations, and the first one in its shortest form. */
async function explain(failures: readonly Failure[]): Promise<void> {
  for (const failure of failures.slice(told)) tell(failure);
  const first = failures.find(({ replay: word }) => /^\d+(:|$)/.test(word));
  if (first === undefined) return;
  const { seed } = readReplay(first.replay);
  say(
    `shortest: npm run prove -- --replay '${spellReplay(seed, await shrink(seed, makeTemplate()))}'`,
  );
}

/** Replays one schedule, or one point of a scenario, and prints its steps. */
async function replay(word: string): Promise<void> {
  const template = makeTemplate();
  const [scenario, mode, at] = word.split('/');
  process.on('unhandledRejection', () => undefined);
  if (scenario !== undefined && mode !== undefined && at !== undefined) {
    const point = { scenario, mode: mode as Mode, at: at.split('+').map(Number) };
    const { result } = await replayPoint(point, template, say);
    process.exitCode = result.violations.length === 0 ? 0 : 1;
    return;
  }
  const { seed, mask } = readReplay(word);
  const short = options.shrink ? await shrink(seed, template) : mask;
  const { violations } = await runPlan(masked(planOf(seed), short), template, undefined, say);
  if (options.shrink) say(`shortest: ${spellReplay(seed, short)}`);
  say(violations.length === 0 ? 'nothing was violated' : `${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

function say(line: string): void {
  console.log(line);
}
