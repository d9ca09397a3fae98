import { invalid } from '#contract/errors.ts';
import { show } from '#contract/values.ts';
import { json } from '#contract/json.ts';
import { z } from '#contract/zod.ts';
import type { Shell } from './shell.ts';

/** One option: its flags as commander reads them, what it does, and whether it may be repeated. */
export interface OptionSpec {
  readonly flags: string;
  readonly about: string;
  readonly many?: true;
}

interface Description {
  /** The name and the arguments, as in `list <KIND>`. */
  readonly usage: string;
  readonly about: string;
  readonly example: string;
  /** More for the page of the terminal, in Markdown: what the JSON document holds. */
  readonly details?: string;
  readonly options?: readonly OptionSpec[];
  /** Set by the command that checks managed files: its own exit code says what is wrong. */
  readonly aboutPolicy?: true;
}

/** One command as the program runs it: it takes what was typed and gives an exit code. */
export interface Command extends Description {
  readonly run: (shell: Shell, args: readonly string[], options: unknown) => Promise<number>;
}

/** Builds a command whose arguments and options are checked before it runs. */
export function command<A, O>(
  spec: Description & {
    readonly args: z.ZodType<A>;
    readonly values: z.ZodType<O>;
    readonly run: (shell: Shell, args: A, options: O) => Promise<number>;
  },
): Command {
  const names = [...spec.usage.matchAll(/[<[]([A-Z-]+)/g)].map((match) => match[1] ?? '');
  const argument = (index: PropertyKey) => names[Math.min(Number(index), names.length - 1)] ?? '';
  const { args: argsSchema, values, run, ...description } = spec;
  return {
    ...description,
    run: async (shell, args, options) =>
      run(shell, check(argsSchema, args, argument), checkOptions(values, options)),
  };
}

/** No arguments at all. */
export const noArgs = z.tuple([]);
/** No options beyond the global ones. */
export const noOptions = z.object({});

/** Checks options by their attribute names; what is wrong is named as it was typed. */
export function checkOptions<T>(schema: z.ZodType<T>, options: unknown): T {
  return check(schema, options, optionName);
}

function optionName(key: PropertyKey): string {
  return `--${String(key).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function check<T>(schema: z.ZodType<T>, given: unknown, nameOf: (key: PropertyKey) => string): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map(({ path, message }) => ({
      place: nameOf(path[0] ?? ''),
      value: shown(path.reduce<unknown>(step, given)),
      expected: message,
    })),
  );
}

const anObject = z.record(z.string(), z.unknown());

function step(value: unknown, key: PropertyKey): unknown {
  const inner = anObject.safeParse(value);
  if (inner.success) return inner.data[String(key)];
  return Array.isArray(value) ? value[Number(key)] : undefined;
}

function shown(value: unknown): string {
  const parsed = json.safeParse(value);
  return parsed.success ? show(parsed.data) : 'missing';
}
