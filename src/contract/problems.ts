import { errorData } from './errors.ts';
import { json, jsonObject } from './json.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import type { Kind } from './resources/resource.ts';
import { z } from './zod.ts';

/** What can be wrong with a record, the gravest first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface RuleFacts {
  readonly severity: Severity;
  readonly kinds: readonly Kind[];
}

/**
 * Every rule, in the order in which a person meets them. A rule added here is demanded by the core,
 * which checks it, and by each language, which words it.
 */
export const RULES = {
  'same-code': { severity: 'error', kinds: ['fittings', 'materials', 'edge-bands'] },
  'unknown-material': { severity: 'error', kinds: ['products'] },
  'unknown-fitting': { severity: 'error', kinds: ['products', 'fittings'] },
  'unknown-edge-band': { severity: 'error', kinds: ['products'] },
  'file-not-held': { severity: 'error', kinds: ['fittings', 'materials', 'products'] },
  'wrong-type': { severity: 'error', kinds: ['fittings', 'materials', 'products', 'edge-bands'] },
  'price-missing': { severity: 'error', kinds: ['fittings', 'materials'] },
  'price-zero': { severity: 'error', kinds: ['fittings', 'materials'] },
  'price-outlier': { severity: 'warning', kinds: ['fittings', 'materials'] },
  'no-picture': { severity: 'warning', kinds: ['fittings', 'materials', 'products'] },
  'no-model': { severity: 'warning', kinds: ['fittings', 'products'] },
  'size-missing': {
    severity: 'warning',
    kinds: ['fittings', 'materials', 'products', 'edge-bands'],
  },
  'size-unlike-model': { severity: 'warning', kinds: ['fittings'] },
  'near-name': { severity: 'warning', kinds: ['fittings', 'materials', 'products', 'edge-bands'] },
  'unknown-status': { severity: 'warning', kinds: ['fittings', 'products'] },
  'stock-low': { severity: 'notice', kinds: ['fittings'] },
} as const satisfies Record<string, RuleFacts>;
export type Rule = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as [Rule, ...Rule[]];
export const ruleSchema = z.enum(RULE_NAMES);
export const severitySchema = z.enum(SEVERITIES);

/** A problem by its place; `field` is empty where it is the whole record's. */
export const problemRef = z.object({
  kind: kindSchema,
  id: z.string(),
  rule: ruleSchema,
  field: z.string(),
});
export type ProblemRef = z.infer<typeof problemRef>;

/** One thing that is wrong. `params` is what its sentence needs, by rule; see `PROBLEM_PARAMS`. */
export const problemSchema = problemRef.extend({
  severity: severitySchema,
  params: jsonObject,
  key: z.string().nullable(),
  title: z.string(),
  pending: z.string().nullable(),
  /** A mend that needs no judgement is known: see `problems.fixes`. */
  fixable: z.boolean(),
  /** The field can be given another value: it takes changes, or its record was never sent. */
  changeable: z.boolean(),
  /** Set while a person has hidden it; it comes back when the value changes. */
  hidden: z.object({ reason: z.string(), at: z.number() }).nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Which problems are meant; everything left out does not matter. */
export const problemFilter = z.object({
  rules: z.array(ruleSchema).optional(),
  severities: z.array(severitySchema).optional(),
  kinds: z.array(kindSchema).optional(),
  /** Parts of code, name or id, without case and diacritics. */
  search: z.string().max(400).optional(),
  record: z.object({ kind: kindSchema, id: z.string() }).optional(),
  fixable: z.boolean().optional(),
  /** Hidden ones alone when true; otherwise those that are not hidden. */
  hidden: z.boolean().optional(),
});
export type ProblemFilter = z.infer<typeof problemFilter>;

/** So many are listed at most: a list that is scrolled to its end grows until all of it is there. */
export const MOST_LISTED = 1_000_000;
/** So many are named in one call; who names more calls again. */
export const MOST_NAMED = 10_000;

const page = {
  limit: z.number().int().min(0).max(MOST_LISTED).optional(),
  offset: z.number().int().min(0).optional(),
};

/** How far a check of the whole catalogue has come; null when everything is checked. */
export const checking = z.object({ done: z.number(), total: z.number() }).nullable();
export type Checking = z.infer<typeof checking>;

/** A mend as it was shown: the field before and after. */
const shownFix = problemRef.extend({
  changes: z.array(
    z.object({ field: z.string(), before: json.nullable(), after: json.nullable() }),
  ),
});
export type ShownFix = z.infer<typeof shownFix>;

/** A mend as it would be queued. */
export const fixSchema = shownFix.extend({ key: z.string().nullable(), title: z.string() });
export type Fix = z.infer<typeof fixSchema>;

const named = z.array(problemRef).min(1).max(MOST_NAMED);
const share = z.object({ filled: z.number(), wanted: z.number() });

/** The calls about what is wrong with the catalogue. */
export const problemProcedures = {
  'problems.list': read(
    problemFilter.extend({ ...page, sort: z.enum(['severity', 'record', 'rule']).optional() }),
    z.object({ total: z.number(), problems: z.array(problemSchema) }),
  ),
  'problems.counts': read(
    z.object({}),
    z.object({
      counts: z.array(
        z.object({
          rule: ruleSchema,
          severity: severitySchema,
          kind: kindSchema,
          count: z.number(),
          hidden: z.number(),
          fixable: z.number(),
        }),
      ),
      /** Filled and wanted fields of all records of a kind: its completeness. */
      completeness: z.array(share.extend({ kind: kindSchema, records: z.number() })),
      checking,
      /** Files whose presence on the service has been asked for, and those named by a record. */
      files: z.object({ held: z.number(), missing: z.number() }),
    }),
  ),
  /** For the given records: how complete each is and how many problems of which weight it has. */
  'problems.ofRecords': read(
    z.object({ kind: kindSchema, ids: z.array(z.string()).max(1000) }),
    z.object({
      records: z.array(
        share.extend({
          id: z.string(),
          problems: z.number(),
          worst: severitySchema.nullable(),
        }),
      ),
    }),
  ),
  /** The mends that need no judgement, as they would be queued. */
  'problems.fixes': read(
    z.object({ filter: problemFilter, limit: z.number().int().min(1).max(10_000).optional() }),
    z.object({ fixes: z.array(fixSchema) }),
  ),
  /**
   * Queues the mends as they were shown, as one group; null when none of them could be queued. One that would
   * be another by now is left out as `changed`.
   */
  'problems.fix': write(
    z.object({
      fixes: z.array(shownFix).min(1).max(MOST_NAMED),
      name: z.string().max(120).optional(),
    }),
    z.object({
      group: z.string().nullable(),
      queued: z.number(),
      skipped: z.array(
        problemRef.extend({
          why: z.enum(['gone', 'no-fix', 'changed', 'refused']),
          text: z.string(),
          /** Why it was refused. */
          error: errorData.optional(),
        }),
      ),
    }),
  ),
  'problems.hide': write(
    z.object({ problems: named, reason: z.string().max(400) }),
    z.object({ hidden: z.number() }),
  ),
  'problems.show': write(z.object({ problems: named }), z.object({ shown: z.number() })),
  /** Checks everything that changed since the last check, to the end. */
  'problems.check': write(z.object({}), z.object({ checked: z.number() })),
  /** Asks the service for each file that a record names and of which nothing is known yet. */
  'problems.checkFiles': write(
    z.object({ again: z.boolean().optional() }),
    z.object({ asked: z.number(), held: z.number(), missing: z.number(), unclear: z.number() }),
  ),
};
