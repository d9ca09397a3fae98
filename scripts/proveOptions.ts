import { parseArgs } from 'node:util';
import { WIRE_FAULTS } from '../test/simulation/faults.ts';
import { ACTIONS } from '../test/simulation/schedule.ts';
import { LANES } from '../test/simulation/lanes.ts';
import type { LaneName } from '../test/simulation/lanes.ts';

const PARTS = ['regressions', 'schedules', 'singles', 'pairs', 'planted', 'kills'] as const;
export type Part = (typeof PARTS)[number];

const DRAWN = [...ACTIONS, ...WIRE_FAULTS] as const;
/** An event of a schedule: an action, or a fault of its requests. */
export type Drawn = (typeof DRAWN)[number];

/** Options of the command line; an undefined one takes the default of the lane. */
export interface ProveOptions {
  readonly lane: LaneName | undefined;
  readonly only: readonly Part[] | undefined;
  readonly schedules: number | undefined;
  readonly kills: number | undefined;
  readonly seed: number | undefined;
  readonly minutes: number | undefined;
  readonly processes: number | undefined;
  readonly replay: string | undefined;
  readonly shrink: boolean;
  readonly having: readonly Drawn[] | undefined;
  readonly goOn: boolean;
  readonly out: string;
}

const USAGE = `npm run prove -- [LANE] [OPTIONS]     LANE: ${Object.keys(LANES).join(', ')}; push where none is named

  --only PART        ${PARTS.join(', ')}; may be given more than once
  --schedules N      so many schedules, from --seed on
  --kills N          so many processes killed
  --seed N           where the fresh seeds begin
  --having DRAWN     only schedules in which this is done, ${ACTIONS.join(', ')},
                     or may go wrong, ${WIRE_FAULTS.join(', ')}; given more than once, all of them
  --minutes N        ends by then
  --go-on            goes on with the lane where the last one stopped, on the same sources
  --processes N      at once; one a core where it is left out
  --replay WORD      plays what a violation was told by   [--shrink: as short as it can be made]
  --out FOLDER       where the report goes; out/proof where it is left out`;

/** Parses the command line; on an error prints the usage and exits with 2. */
export function proveOptions(words: readonly string[]): ProveOptions {
  try {
    return read(words);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(sentence: string): never {
  console.error(`${sentence}\n\n${USAGE}`);
  process.exit(2);
}

function read(words: readonly string[]): ProveOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      schedules: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      processes: { type: 'string' },
      replay: { type: 'string' },
      shrink: { type: 'boolean', default: false },
      having: { type: 'string', multiple: true },
      'go-on': { type: 'boolean', default: false },
      out: { type: 'string', default: 'out/proof' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const number = (name: 'schedules' | 'kills' | 'seed' | 'minutes' | 'processes') =>
    numberOf(`--${name}`, values[name]);
  const [lane, further] = positionals;
  if (further !== undefined) throw new Error(`${further}: one lane at a time`);
  return {
    lane: oneOf('LANE', Object.keys(LANES) as LaneName[], lane),
    only: allOf('--only', PARTS, values.only),
    schedules: number('schedules'),
    kills: number('kills'),
    seed: number('seed'),
    minutes: number('minutes'),
    processes: number('processes'),
    replay: values.replay,
    shrink: values.shrink,
    having: allOf('--having', DRAWN, values.having),
    goOn: values['go-on'],
    out: values.out,
  };
}

function numberOf(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d+$/.test(given)) throw new Error(`${name}: ${given}, expected a whole number`);
  return Number(given);
}

function allOf<T extends string>(
  name: string,
  all: readonly T[],
  given: readonly string[] | undefined,
): T[] | undefined {
  return given?.flatMap((word) => oneOf(name, all, word) ?? []);
}

function oneOf<T extends string>(
  name: string,
  all: readonly T[],
  given: string | undefined,
): T | undefined {
  const found = all.find((each) => each === given);
  if (given !== undefined && found === undefined)
    throw new Error(`${name}: ${given}, expected one of ${all.join(', ')}`);
  return found;
}
