import { RULE_NAMES, RULES } from '#contract/problems.ts';
import type { Rule } from '#contract/problems.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { FileKnowledge } from '../../files/fileKnowledge.ts';
import { fileNotHeld, noModel, noPicture } from './rules/files.ts';
import { sizeMissing, sizeUnlikeModel } from './rules/sizes.ts';
import { priceMissing, priceZero, stockLow, wrongType } from './rules/values.ts';
import type { GroupName } from './groups.ts';
import type { Finding, Subject } from './subject.ts';

/** Looks at one record alone. */
export type RecordCheck = (subject: Subject, files: FileKnowledge) => readonly Finding[];

/**
 * How each rule of the contract is checked: by a look at the record alone, or within the group of
 * records that it names. The compiler asks for one as soon as the contract lists a rule.
 */
const CHECKS: Readonly<Record<Rule, RecordCheck | GroupName>> = {
  'same-code': 'code',
  'near-name': 'name',
  'price-outlier': 'price',
  'unknown-status': 'status',
  'unknown-material': 'ref',
  'unknown-fitting': 'ref',
  'unknown-edge-band': 'ref',
  'file-not-held': fileNotHeld,
  'wrong-type': wrongType,
  'price-missing': priceMissing,
  'price-zero': priceZero,
  'no-picture': noPicture,
  'no-model': noModel,
  'size-missing': sizeMissing,
  'size-unlike-model': sizeUnlikeModel,
  'stock-low': stockLow,
};

const ALONE = new Map<Kind, readonly RecordCheck[]>(
  KINDS.map((kind) => [kind, RULE_NAMES.flatMap((rule) => checkFor(rule, kind))]),
);

function checkFor(rule: Rule, kind: Kind): RecordCheck[] {
  const check = CHECKS[rule];
  const kinds: readonly Kind[] = RULES[rule].kinds;
  return typeof check === 'function' && kinds.includes(kind) ? [check] : [];
}

/** What the rules that look at a record alone find in it. */
export function checkAlone(subject: Subject, files: FileKnowledge): Finding[] {
  const found: Finding[] = [];
  for (const check of ALONE.get(subject.resource.kind) ?? [])
    for (const finding of check(subject, files)) found.push(finding);
  return found;
}

/** The place of a rule in the list, the gravest first. */
export function orderOf(rule: Rule): number {
  return RULE_NAMES.indexOf(rule);
}
