import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';

/** The name of a kind. */
export const kindWord = z.enum(KINDS, { error: () => `one of ${KINDS.join(', ')}` });

/** A non-empty text. */
export const someText = z.string().min(1, 'some text');

/** A repeated option. */
export const many = z.array(z.string()).default([]);

/** Returns the schema of a whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  const expected = `a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
}

/** A port; 0 takes any free one. */
export const port = wholeNumber(0, 65_535);

/** Splits `NAME=VALUE` at its first equals sign; null without one or without a name. */
export function splitPair(text: string): readonly [string, string] | null {
  const at = text.indexOf('=');
  return at < 1 ? null : [text.slice(0, at), text.slice(at + 1)];
}
