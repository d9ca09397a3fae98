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

/** Checks one record alone. */
export type RecordCheck = (subject: Subject, files: FileKnowledge) => readonly Finding[];

/**
 * The check of each rule: a function for one record, or a group to compare.
 *
 * The compiler requires an entry for every rule of the contract.
 */
const CHECKS: Readonly<Record<Rule, RecordCheck | GroupName>> = {
  'same-code': 'code',
  'near-name': 'name',
  'price-outlier': 'price',
  'unknown-status': 'status',
  'unknown-material': 'ref',
  'unknown-fitting': 'ref',
  'unknown-edge-band': 'ref',
  'unknown-record': 'ref',
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
  return typeof check === 'function' && RULES[rule].kinds.includes(kind) ? [check] : [];
}

/** Returns the findings of all rules that check one record alone. */
export function checkAlone(subject: Subject, files: FileKnowledge): Finding[] {
  const found: Finding[] = [];
  for (const check of ALONE.get(subject.resource.kind) ?? [])
    for (const finding of check(subject, files)) found.push(finding);
  return found;
}
