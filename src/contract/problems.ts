import { errorData } from './errors.ts';
import type { FileContent } from './files/types.ts';
import { json, jsonObject } from './json.ts';
import { read, write } from './procedure.ts';
import type { UnknownCodeRule } from './resources/descriptor.ts';
import type { Field } from './resources/field.ts';
import { kindSchema, resources } from './resources/registry.ts';
import { KINDS } from './resources/resource.ts';
import type { Kind, Resource } from './resources/resource.ts';
import { z } from './zod.ts';

/** Severities of problems, the most severe first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface RuleFacts {
  readonly severity: Severity;
  readonly kinds: readonly Kind[];
}

/** Returns the kinds whose descriptors meet a condition. */
function kindsWith(isWanted: (resource: Resource) => boolean): readonly Kind[] {
  return resources.filter(isWanted).map(({ kind }) => kind);
}

/** Returns the kinds that have fields of these names. */
function withFields(...names: readonly string[]): readonly Kind[] {
  return kindsWith(({ fields }) => names.every((name) => fields[name] !== undefined));
}

/** Returns the kinds that have files with this content; without one, files of any content. */
function withFiles(content?: FileContent): readonly Kind[] {
  const isWanted = (field: Field) =>
    field.content !== undefined && (content === undefined || field.content === content);
  return kindsWith(({ fields }) => Object.values(fields).some(isWanted));
}

/** Returns the kinds that may refer to a kind whose unknown codes break this rule. */
function referringBy(rule: UnknownCodeRule): readonly Kind[] {
  const targets = resources.filter(({ referredBy }) => referredBy?.rule === rule);
  const isWanted = ({ namesParts, linksTo }: Field) =>
    namesParts === true || targets.some(({ kind }) => kind === linksTo);
  if (targets.length === 0) return [];
  return kindsWith(({ fields }) => Object.values(fields).some(isWanted));
}

/**
 * Every rule, in display order; its kinds follow from the descriptors.
 *
 * The compiler requires a check in the core and a text in each language for every rule.
 */
export const RULES = {
  'same-code': { severity: 'error', kinds: kindsWith(({ key }) => key !== null) },
  'unknown-material': { severity: 'error', kinds: referringBy('unknown-material') },
  'unknown-fitting': { severity: 'error', kinds: referringBy('unknown-fitting') },
  'unknown-edge-band': { severity: 'error', kinds: referringBy('unknown-edge-band') },
  'unknown-record': { severity: 'error', kinds: referringBy('unknown-record') },
  'file-not-held': { severity: 'error', kinds: withFiles() },
  'wrong-type': { severity: 'error', kinds: KINDS },
  'price-missing': { severity: 'error', kinds: withFields('price') },
  'price-zero': { severity: 'error', kinds: withFields('price') },
  'price-outlier': { severity: 'warning', kinds: kindsWith((each) => each.priceGroup !== null) },
  'no-picture': { severity: 'warning', kinds: withFiles('picture') },
  'no-model': { severity: 'warning', kinds: withFiles('model') },
  'size-missing': { severity: 'warning', kinds: kindsWith(({ sizes }) => sizes.length > 0) },
  'size-unlike-model': { severity: 'warning', kinds: kindsWith((each) => each.modelSize !== null) },
  'near-name': { severity: 'warning', kinds: KINDS },
  'unknown-status': { severity: 'warning', kinds: withFields('status') },
  'stock-low': { severity: 'notice', kinds: withFields('stock', 'stock_limits') },
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
