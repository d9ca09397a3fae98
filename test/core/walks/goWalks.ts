import * as fc from 'fast-check';
import { shorten } from './shorten.ts';

const { CABINET_WALKS: more, CABINET_STEPS: longer, CABINET_REPLAY: path } = process.env;

/** The longest that walks may take. */
export const PATIENCE = 600_000;

/** How often each thing was done. */
export type Counts = ReadonlyMap<string, number>;

/** Random walks of one sort. */
export interface Walks<Step> {
  /** How many are gone at every run. */
  readonly walks: number;
  /** Of how many steps each is. */
  readonly least: number;
  readonly most: number;
  readonly step: fc.Arbitrary<Step>;
  /**
   * Runs one walk and throws when a check fails.
   *
   * Counts its steps in `note`.
   */
  readonly go: (steps: readonly Step[], note: (done: Counts) => void) => Promise<void>;
}

/**
 * Runs the walks.
 *
 * `CABINET_WALKS=n` runs n walks and prints the counts of their steps. `CABINET_STEPS=n` limits a
 * walk to n steps.
 *
 * A failed walk is reported with its seed and its path. `CABINET_SEED=seed CABINET_REPLAY=path`
 * replays it with the same `CABINET_STEPS` and shrinks it.
 */
export async function goWalks<Step>({ walks, least, most, step, go }: Walks<Step>): Promise<void> {
  const longest = Number(longer ?? most);
  const steps = fc.array(step, {
    minLength: Math.ceil((longest * least) / most),
    maxLength: longest,
    size: 'max',
  });
  const totals = new Map<string, number>();
  const goNoted = (drawn: readonly Step[]) =>
    go(drawn, (done) => {
      for (const [what, count] of done) totals.set(what, (totals.get(what) ?? 0) + count);
    });
  const property = fc.asyncProperty(steps, goNoted);
  if (path !== undefined) return replay(property, path, goNoted);
  try {
    await fc.assert(property, { numRuns: Number(more ?? walks), endOnFailure: true });
  } finally {
    if (more !== undefined) console.log(Object.fromEntries(totals));
  }
}

async function replay<Step>(
  property: fc.IAsyncProperty<[readonly Step[]]>,
  path: string,
  go: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  const told = await fc.check(property, { path, numRuns: 1, endOnFailure: true });
  if (told.counterexample === null) return;
  const [steps] = told.counterexample;
  const shortest = await shorten({ steps, thrown: told.errorInstance }, go);
  throw new Error(JSON.stringify(shortest.steps), { cause: shortest.thrown });
}
