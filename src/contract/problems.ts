import { errorData } from './errors.ts';
import { json, jsonObject } from './json.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import type { Kind } from './resources/resource.ts';
import { z } from './zod.ts';

/** Severities of problems, the most severe first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface RuleFacts {
  readonly severity: Severity;
  readonly kinds: readonly Kind[];
}

/**
 * Every rule, in display order.
 *
 * The compiler requires a check in the core and a text in each language for every rule.
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

/** A problem by its place; `field` is empty for the whole record. */
export const problemRef = z.object({
  kind: kindSchema,
  id: z.string(),
  rule: ruleSchema,
  field: z.string(),
});
export type ProblemRef = z.infer<typeof problemRef>;

/**
 * One problem.
 *
 * `params` are the parameters of its sentence; each rule has its own.
 */
export const problemSchema = problemRef.extend({
  severity: severitySchema,
  params: jsonObject,
  key: z.string().nullable(),
  title: z.string(),
  pending: z.string().nullable(),
  /** An automatic fix is known; see `problems.fixes`. */
  fixable: z.boolean(),
  /** The field can be changed: it accepts updates, or its record was never sent. */
  changeable: z.boolean(),
  /** Set while the user hides it; it is shown again when the value changes. */
  hidden: z.object({ reason: z.string(), at: z.number() }).nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A filter of problems; omitted conditions match all. */
export const problemFilter = z.object({
  rules: z.array(ruleSchema).optional(),
  severities: z.array(severitySchema).optional(),
  kinds: z.array(kindSchema).optional(),
  /** Parts of a code, name or id, without case and diacritics. */
  search: z.string().max(400).optional(),
  record: z.object({ kind: kindSchema, id: z.string() }).optional(),
  fixable: z.boolean().optional(),
  /** True: only hidden problems; otherwise only the others. */
  hidden: z.boolean().optional(),
});
export type ProblemFilter = z.infer<typeof problemFilter>;

/** Most listed rows; a list scrolled to its end holds all of them. */
export const MOST_LISTED = 1_000_000;
/** Most problems in one call; more need further calls. */
export const MOST_NAMED = 10_000;

const page = {
  limit: z.number().int().min(0).max(MOST_LISTED).optional(),
  offset: z.number().int().min(0).optional(),
};

/** Progress of a complete check; null when everything is checked. */
export const checking = z.object({ done: z.number(), total: z.number() }).nullable();
export type Checking = z.infer<typeof checking>;

/** A fix as shown: the field before and after. */
const shownFix = problemRef.extend({
  changes: z.array(
    z.object({ field: z.string(), before: json.nullable(), after: json.nullable() }),
  ),
});
export type ShownFix = z.infer<typeof shownFix>;

/** A fix as it would be queued. */
export const fixSchema = shownFix.extend({ key: z.string().nullable(), title: z.string() });
export type Fix = z.infer<typeof fixSchema>;

const named = z.array(problemRef).min(1).max(MOST_NAMED);
const share = z.object({ filled: z.number(), wanted: z.number() });

/** Procedures for problems. */
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
      /** Files checked on the service. */
      files: z.object({ held: z.number(), missing: z.number() }),
    }),
  ),
  /** Returns the completeness and the number and severity of problems of records. */
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
  /** Returns the automatic fixes as they would be queued. */
  'problems.fixes': read(
    z.object({ filter: problemFilter, limit: z.number().int().min(1).max(10_000).optional() }),
    z.object({ fixes: z.array(fixSchema) }),
  ),
  /**
   * Queues the shown fixes as one batch; `group` is null when none was queued.
   *
   * A fix that would now differ is skipped as `changed`.
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
          /** The reason of a refusal. */
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
  /** Checks all records that changed since the last check. */
  'problems.check': write(z.object({}), z.object({ checked: z.number() })),
  /** Asks the service for each named file that was not checked yet. */
  'problems.checkFiles': write(
    z.object({ again: z.boolean().optional() }),
    z.object({ asked: z.number(), held: z.number(), missing: z.number(), unclear: z.number() }),
  ),
};
