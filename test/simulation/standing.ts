import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { NOTHING } from './jobs.ts';
import type { Tally } from './jobs.ts';
import type { LaneName } from './lanes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Paths that a proof covers: the proven code, the model service, and the proof itself. */
const PROVEN = [
  'src/cli',
  'src/contract',
  'src/core',
  'src/reference',
  'src/serve',
  'test/simulation',
];

const failure = z.object({ replay: z.string(), invariant: z.string(), text: z.string() });
const found = z.object({
  name: z.string(),
  after: z.number().nullable(),
  invariant: z.string().nullable(),
  replay: z.string().nullable(),
});
const count = z.number().int().nonnegative();
const tally: z.ZodType<Tally> = z.object({
  schedules: count,
  singles: count,
  pairs: count,
  operations: count,
  requests: count,
  faults: count,
  kills: count,
  checks: count,
  failures: z.array(failure),
  coverage: z.array(z.tuple([z.string(), count])),
  planted: z.array(found),
});
const standing = z.object({
  /** Digest of the sources that it is about. */
  tree: z.string(),
  /** The day it was begun. */
  at: z.string(),
  /** Where its fresh seeds begin. */
  seed: count,
  /** Pieces of work done, from the beginning of the lane's list. */
  done: count,
  processKills: count,
  seconds: z.number(),
  tally,
});
/**
 * A proof that is longer than anybody wants to wait at a stretch: how far it has come, and on which sources. It
 * counts for as long as they stay as they are.
 */
export type Standing = z.infer<typeof standing>;

/** The proof of a lane as far as it has come; a new one where the sources are others by now. */
export function standingOf(lane: LaneName, seed: number, folder = root): Standing {
  const tree = treeOf(folder);
  const kept = readStanding(lane, folder);
  if (kept?.tree === tree) return kept;
  const at = new Date().toISOString().slice(0, 10);
  return { tree, at, seed, done: 0, processKills: 0, seconds: 0, tally: NOTHING };
}

function readStanding(lane: LaneName, folder: string): Standing | null {
  const file = fileOf(lane, folder);
  if (!fs.existsSync(file)) return null;
  return standing.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
}

/** Replaces the kept standing of a lane. */
export function keepStanding(lane: LaneName, kept: Standing, folder = root): void {
  const file = fileOf(lane, folder);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`);
  fs.renameSync(`${file}.new`, file);
}

function fileOf(lane: LaneName, folder: string): string {
  return path.join(folder, 'test', 'simulation', 'standing', `${lane}.json`);
}

/** A digest of all sources that a proof is about; tests that run by themselves are none of them. */
export function treeOf(folder = root): string {
  const hash = createHash('sha256');
  const names = PROVEN.flatMap((part) =>
    fs
      .readdirSync(path.join(folder, part), { recursive: true, encoding: 'utf8' })
      .map((name) => `${part}/${name.replaceAll(path.sep, '/')}`),
  );
  for (const name of names.sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const text = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${name}\n${text.length}\n${text}`);
  }
  return hash.digest('hex').slice(0, 16);
}
