import { read, write } from './procedure.ts';
import { namedBy } from './records.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

/** The types of values, as they are called on screen. */
export const valueType = z.enum(['null', 'boolean', 'number', 'text', 'list', 'object']);
export type ValueType = z.infer<typeof valueType>;

/** A value without parts. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]);
export type Scalar = z.infer<typeof scalar>;

const counted = z.object({ value: scalar, count: z.number() });

/** Below this number of examples nothing is claimed: what was counted is a guess. */
export const FEWEST_EXAMPLES = 5;

const share = z.number().min(0).max(1);
const reference = z.object({
  kind: kindSchema,
  by: namedBy,
  /** The part of the values that belong to a record. */
  share,
  /** A person chose the kind, since several kinds have such codes. */
  chosen: z.literal(true).optional(),
});
export type Reference = z.infer<typeof reference>;

const range = z.object({ min: z.number(), max: z.number() });

/** What the records say about one place in them. */
export const learnedField = z.object({
  /** The path in the service's record: `main.okucia[].kod`; `*` is any key of a map. */
  path: z.string(),
  /** The field that shows it; null for a place without a field. */
  field: z.string().nullable(),
  label: z.object({ en: z.string(), pl: z.string() }).nullable(),
  /** The records that have it, and their part of all. */
  records: z.number(),
  present: share,
  /** Fewer examples than `FEWEST_EXAMPLES`. */
  guess: z.boolean(),
  types: z.array(z.object({ type: valueType, share })),
  /** The most frequent values first. */
  values: z.array(counted).optional(),
  distinct: z.number(),
  /** Whether `values` and `distinct` count every value. */
  complete: z.boolean(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** The lengths of its lists. */
  lengths: range.optional(),
  /** The keys of its objects. */
  keys: z.array(z.string()).optional(),
  reference: reference.optional(),
  /** The same for the keys of its objects. */
  keyReference: reference.optional(),
  required: z
    .object({
      by: z.enum(['document', 'service']),
      since: z.number().nullable(),
      words: z.string().nullable(),
    })
    .nullable(),
  update: z.enum(['documented', 'kept', 'not-kept', 'untried']),
});
export type LearnedField = z.infer<typeof learnedField>;

const learnedSchema = z.object({
  kind: kindSchema,
  records: z.number(),
  /** Whether only a part of the records was counted. */
  sampled: z.boolean(),
  /** Whether records are still to be counted. */
  counting: z.boolean(),
  fields: z.array(learnedField),
});
export type LearnedSchema = z.infer<typeof learnedSchema>;

/** A value that a form can suggest. */
const suggestion = z.object({
  value: z.string(),
  /** Records with this value. */
  count: z.number(),
  /** Records with this value and the filled fields; null if no filled field narrows it. */
  near: z.number().nullable(),
  /** A pending change has it. */
  recent: z.boolean(),
});
export type Suggestion = z.infer<typeof suggestion>;

const suggestions = z.object({
  values: z.array(suggestion),
  /**
   * Whether records share their values, and all values are known. Only then is another value new.
   */
  shared: z.boolean(),
});
export type Suggestions = z.infer<typeof suggestions>;

/** Most suggestions of one answer. */
export const MOST_SUGGESTED = 1_000;

export const learnedProcedures = {
  /** Returns what the records of a kind have in common; with `field` only in that field. */
  'learned.schema': read(
    z.object({ kind: kindSchema, field: z.string().optional() }),
    learnedSchema,
  ),
  /** Returns the known values of a field, best first. `filled` are the record's other fields. */
  'learned.values': read(
    z.object({
      kind: kindSchema,
      field: z.string(),
      filled: z.record(z.string(), z.string()).optional(),
    }),
    suggestions,
  ),
  /** Counts the records that were not counted yet, at once. */
  'learned.count': write(z.object({}), z.object({ counted: z.number() })),
};
