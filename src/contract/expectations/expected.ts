import { z } from '../zod.ts';
import { en } from './en.ts';

/** A code of `en.ts`. */
export type ExpectationCode = keyof typeof en;
export type ExpectationParams = Readonly<Record<string, string | number>>;

/** The names of the parameters in a text. */
type Named<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
/** The parameters of a code; `example` has a default in every language. */
type Required<Code extends ExpectationCode> = Exclude<Named<(typeof en)[Code]>, 'example'>;
type Given<Code extends ExpectationCode> = [Required<Code>] extends [never]
  ? readonly [params?: { readonly example?: string }]
  : readonly [
      params: Readonly<Record<Required<Code>, string | number>> & { readonly example?: string },
    ];

/** The expectation that a value does not meet: a code with parameters, and its English sentence. */
export interface Expected {
  readonly expected: string;
  readonly expectation?: Expectation | undefined;
}

/** The code and the parameters of an expectation, so that a window can show it in its language. */
export const expectationSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Expectation = z.infer<typeof expectationSchema>;

const EXAMPLE = '12.50';

/** Builds an expectation; to be spread into an issue beside its place and value. */
export function expecting<Code extends ExpectationCode>(
  code: Code,
  ...[given]: Given<Code>
): Expected {
  const params: ExpectationParams = { ...given };
  const expected = en[code].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    String(params[name] ?? (name === 'example' ? EXAMPLE : whole)),
  );
  return { expected, expectation: { code, params } };
}

const CODES: ReadonlyMap<string, ExpectationCode> = new Map(
  Object.keys(en)
    .filter(isCode)
    .map((code) => [sentenceOf(code), code]),
);

/**
 * Returns the expectation of a validation message.
 *
 * The messages of zod schemas are texts of `en.ts` without parameters; others stay plain sentences.
 */
export function expectingMessage(message: string): Expected {
  const code = CODES.get(message);
  return code === undefined
    ? { expected: message }
    : { expected: message, expectation: { code, params: {} } };
}

/** The English sentence of a code without parameters, as the message of a zod schema. */
export function sentenceOf(code: ExpectationCode): string {
  return en[code].replace('{{example}}', EXAMPLE);
}

export function isCode(code: string): code is ExpectationCode {
  return Object.hasOwn(en, code);
}
