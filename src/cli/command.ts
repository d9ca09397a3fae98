import { invalid } from '#contract/errors.ts';
import { show } from '#contract/values.ts';
import { json } from '#contract/json.ts';
import { z } from '#contract/zod.ts';
import type { Shell } from './shell.ts';

/** An option: its flags in commander's syntax, its text, and whether it may be repeated. */
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
  /** More text for the terminal's documentation in Markdown, such as the JSON document's fields. */
  readonly details?: string;
  readonly options?: readonly OptionSpec[];
  /** Set by the command that checks managed files; its exit code already reports their faults. */
  readonly aboutPolicy?: true;
}

/**
 * A command of the program.
 *
 * It takes the arguments and options and returns an exit code.
 */
export interface Command extends Description {
  readonly run: (shell: Shell, args: readonly string[], options: unknown) => Promise<number>;
}

/** Creates a command whose arguments and options are validated first. */
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

/** A command without arguments. */
export const noArgs = z.tuple([]);
/** A command without options beyond the global ones. */
export const noOptions = z.object({});

/**
 * Validates options.
 *
 * Errors name the option as it is typed.
 */
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
