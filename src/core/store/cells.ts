import { z } from '#contract/zod.ts';

// Building a schema takes fifty times as long as using it: what a query answers is described once.

/** A single column that always has a number: a count, a sum. */
export const oneNumber = z.number();
/** A number that `min` and `max` leave out when there is no row. */
export const numberOrNull = z.number().nullable();
/** A number of a row that may not be there. */
export const maybeNumber = z.number().optional();
export const textOrNull = z.string().nullable();
/** A text of a row that may not be there. */
export const maybeText = z.string().optional();
/** One column of many rows. */
export const texts = z.array(z.string());
export const numbers = z.array(z.number());

/** A column that holds JSON, read into what `schema` describes. */
export const jsonText = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text): z.output<T> => schema.parse(JSON.parse(text)));
