import { expecting } from './expectations/expected.ts';
import type { Issue } from './errors.ts';
import { isObject, own } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { parseDecimal, sameDecimal } from './decimal.ts';
import type { Field } from './resources/field.ts';
import type { Kind, Resource } from './resources/resource.ts';
import type { ServiceFact } from './serviceFacts.ts';
import { show } from './values.ts';
import type { Purpose } from './values.ts';
import { z } from './zod.ts';

/** The facts that a refusal can show. */
export const RULE_FACTS = ['required', 'restricted'] as const;
/** A rule by which a change was refused, as its operation stores it. */
export const ruleSchema = z.object({
  field: z.string(),
  fact: z.enum(RULE_FACTS),
  /** The words of the service about this field; the message of its answer may be more general. */
  words: z.string(),
});
export type RuleRef = z.infer<typeof ruleSchema>;

/** A learned rule for the values of a field. */
export type Rule = Extract<ServiceFact, { readonly fact: RuleRef['fact'] }>;

export function isRule(fact: ServiceFact): fact is Rule {
  return fact.fact === 'required' || fact.fact === 'restricted';
}

/** Returns the rules for the values of a kind. */
export function rulesOf(facts: readonly ServiceFact[], kind: Kind): readonly Rule[] {
  return facts.filter(isRule).filter((rule) => rule.kind === kind);
}

/**
 * Returns the learned rules that the given values break.
 *
 * A creation breaks a rule by a missing value too; any other change only by a value that it gives.
 * `values` have the names of the descriptor.
 */
export function brokenRules(
  resource: Resource,
  values: JsonObject,
  rules: readonly Rule[],
  purpose: Purpose,
): readonly Rule[] {
  return rules.filter((rule) => {
    const field = fieldOf(resource, rule.field);
    if (field === null || (purpose === 'create' && field.create === 'never')) return false;
    const value = valueIn(values, rule.field);
    if (purpose !== 'create' && value === undefined) return false;
    return isBroken(rule, value);
  });
}

/** Returns whether a value breaks a rule; a rule without a list of values is only shown. */
export function isBroken(rule: Rule, value: Json | undefined): boolean {
  if (rule.fact === 'required') return rule.value && isEmptyValue(value);
  if (rule.value === null || isEmptyValue(value)) return false;
  return !rule.value.some((each) => isSame(each, value));
}

/** Returns the issue of a value that the service refused before. */
export function ruleIssue(rule: Rule, value: Json | undefined, place = rule.field): Issue {
  const params = { date: dayOf(rule.at), words: rule.words ?? '' };
  const expected =
    rule.fact === 'required'
      ? expecting('refusedWithout', params)
      : expecting('refusedOther', { ...params, list: listed(rule.value ?? []) });
  return { place, value: show(value), ...expected };
}

/** Returns whether an issue comes from a learned rule, so that the user can accept the value. */
export function isRuleIssue({ expectation }: Pick<Issue, 'expectation'>): boolean {
  return expectation?.code === 'refusedWithout' || expectation?.code === 'refusedOther';
}

/** Returns the issues of the rules that the given values break. */
export function ruleIssues(
  resource: Resource,
  values: JsonObject,
  rules: readonly Rule[],
  purpose: Purpose,
): readonly Issue[] {
  return brokenRules(resource, values, rules, purpose).map((rule) =>
    ruleIssue(rule, valueIn(values, rule.field)),
  );
}

/** Returns the value of a field or part by its dotted name; undefined when it is not given. */
export function valueIn(values: JsonObject, path: string): Json | undefined {
  const [name = '', part] = path.split('.');
  const whole = own(values, name);
  if (part === undefined || whole === undefined) return whole;
  return isObject(whole) ? own(whole, part) : undefined;
}

/** Returns whether a value counts as missing in the eyes of a service. */
export function isEmptyValue(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

const MOST_LISTED = 10;

function listed(values: readonly string[]): string {
  const shown = values.slice(0, MOST_LISTED).join(', ');
  return values.length > MOST_LISTED ? `${shown}, …` : shown;
}

function isSame(allowed: string, value: Json | undefined): boolean {
  if (value === undefined || value === null || typeof value === 'object') return false;
  const [a, b] = [parseDecimal(allowed), parseDecimal(String(value))];
  return a !== null && b !== null ? sameDecimal(a, b) : allowed === String(value);
}

function fieldOf(resource: Resource, path: string): Field | null {
  const [name = '', part] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined || part === undefined) return field ?? null;
  return Object.hasOwn(field.parts ?? {}, part) ? field : null;
}

/** Returns the day of a time on this computer: `2026-11-28`. */
function dayOf(time: number): string {
  const at = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
