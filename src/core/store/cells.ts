import { z } from '#contract/zod.ts';

// Building a schema takes fifty times as long as using it, so each result schema is built once.

/** A single column that always has a number: a count, a sum. */
export const oneNumber = z.number();
/** A number of `min` or `max`, which is null without rows. */
export const numberOrNull = z.number().nullable();
/** A number of a row that may be missing. */
export const maybeNumber = z.number().optional();
export const textOrNull = z.string().nullable();
/** A text of a row that may be missing. */
export const maybeText = z.string().optional();
/** One column of many rows. */
export const texts = z.array(z.string());
export const numbers = z.array(z.number());

/** Returns a schema for a JSON column whose content matches `schema`. */
export const jsonText = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text): z.output<T> => schema.parse(JSON.parse(text)));

/**
 * Returns the rows that fit a schema.
 *
 * A list leaves out a row of somebody else or a damaged one, so that it still shows the others.
 */
export function readableRows<T extends z.ZodType>(
  schema: T,
  rows: readonly unknown[],
): z.output<T>[] {
  return rows.flatMap((row) => {
    try {
      return [schema.parse(row)];
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) return [];
      throw error;
    }
  });
}
