import type { Json, JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { isBroken, isEmptyValue, valueIn } from '#contract/rules.ts';
import type { Rule, RuleRef } from '#contract/rules.ts';
import { readRecord } from '#contract/values.ts';
import { applyPatch } from '../../record/overlay.ts';
import type { Patch } from '../../record/patch.ts';
import type { RefusalFault } from '../../service/refusalFaults.ts';
import { ruleOfField, rulesInText } from '../../service/ruleWords.ts';
import type { RuleWord } from '../../service/ruleWords.ts';
import { commitRelaxed } from '../../store/database.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { Request } from './request.ts';
import type { OperationContext, Refusal } from './run.ts';

/** A rule that a complaint states of a field, before it is compared with the record. */
interface Stated {
  readonly field: string;
  readonly says: RuleWord;
  readonly values: readonly string[] | null;
  readonly words: string;
}

/**
 * Stores the rules that a refusal names, and returns them.
 *
 * Only fields of the descriptor, or fields that were sent, are learned. A text that names none is
 * not guessed.
 */
export function learnRules(
  job: OperationContext,
  request: Request,
  { faults = [] }: Refusal,
): readonly RuleRef[] {
  const { run, resource, operation, entity } = job;
  if (request.body === null || faults.length === 0) return [];
  const { body } = request;
  const record = recordSent(resource, request.before, operation.patch);
  const rules = statedBy(resource, body, faults).flatMap((stated) => {
    const value = valueIn(record, stated.field) ?? own(body, stated.field);
    return shownBy(stated, value);
  });
  const evidence = {
    kind: entity.kind,
    source: 'service',
    request: `${request.method} ${resource.paths[0] ?? ''}${request.method === 'POST' ? '' : '/:id'}`,
    record: (entity.key ?? entity.title).slice(0, MAX_NAME),
    at: run.ws.platform.clock.now(),
  } as const;
  if (rules.length > 0) {
    commitRelaxed(run.ws.work, () => {
      for (const rule of rules) run.ws.facts.set({ ...evidence, ...rule });
    });
    run.ws.emit('serviceFacts.changed', {});
  }
  return rules.map(({ field, fact, words }) => ({ field, fact, words: words ?? '' }));
}

const MAX_NAME = 200;

/** Returns the record that the service refused, by the names of the descriptor. */
function recordSent(resource: Resource, before: string | null, patch: Patch): JsonObject {
  return readRecord(resource, applyPatch(resource, parseDoc(before ?? '{}'), patch));
}

function statedBy(
  resource: Resource,
  body: JsonObject,
  faults: readonly RefusalFault[],
): readonly Stated[] {
  const names = knownNames(resource, body);
  const stated = faults.flatMap(({ path, words, allowed }): Stated[] => {
    const field = names.get(path.join('.'));
    const rule = field === undefined ? null : ruleOfField(words);
    if (field !== undefined && rule !== null) {
      const says = allowed === null ? rule.says : 'restricted';
      return [{ field, says, values: allowed ?? rule.values, words }];
    }
    // A path that is not known names something else: a place deep in the record, or another field.
    if (path.length > 0) return [];
    return rulesInText(words, [...names.keys()]).map(({ name, says, values }) => ({
      field: names.get(name) ?? name,
      says,
      values,
      words,
    }));
  });
  return [...new Map(stated.map((each) => [each.field, each])).values()];
}

/** Returns the field of each name that an answer may use: its own, those of the service, parts. */
function knownNames({ fields }: Resource, body: JsonObject): ReadonlyMap<string, string> {
  const names = new Map(Object.keys(body).map((name) => [name, name]));
  for (const [name, { readAs = [], parts = {} }] of Object.entries(fields)) {
    for (const alias of readAs) names.set(alias, name);
    for (const part of Object.keys(parts)) names.set(`${name}.${part}`, `${name}.${part}`);
  }
  for (const name of Object.keys(fields)) names.set(name, name);
  return names;
}

type Shown = Pick<Rule, 'field' | 'words'> &
  (
    | { readonly fact: 'required'; readonly value: boolean }
    | { readonly fact: 'restricted'; readonly value: string[] | null }
  );

/**
 * Returns the rules that a statement shows of the value that was sent.
 *
 * "Required" about a given value shows nothing: the service reads the field under another name. A
 * list of values about a missing one shows that the field is required too.
 */
function shownBy({ field, says, values, words }: Stated, value: Json | undefined): Shown[] {
  const isEmpty = isEmptyValue(value);
  if (says === 'required') return isEmpty ? [{ field, fact: 'required', value: true, words }] : [];
  const list = values === null ? null : [...values];
  const restricted: Shown = { field, fact: 'restricted', value: list, words };
  if (list === null || !isEmpty) return [restricted];
  return [{ field, fact: 'required', value: true, words }, restricted];
}

/**
 * Forgets rules that a change disproved: the service accepted and keeps what they refuse. Returns
 * whether there were any.
 *
 * Call it after the read-after-write check, inside the transaction that ends the operation.
 */
export function unlearnRules({
  run: { ws },
  operation,
  entity,
  resource,
}: OperationContext): boolean {
  const rules = ws.facts.rules(entity.kind);
  if (rules.length === 0 || operation.action === 'remove') return false;
  const last = ws.activity.attempts(operation.seq).at(-1);
  const method = operation.action === 'create' ? 'POST' : 'PATCH';
  if (last?.outcome !== 'applied' || last.method !== method) return false;
  const record = recordSent(resource, null, operation.patch);
  const disproved = rules.filter((rule) => {
    const value = valueIn(record, rule.field);
    const isTouched = operation.action === 'create' || value !== undefined;
    // The word of a person stays.
    const isLearned = rule.source === 'service';
    return isLearned && isTouched && isBroken(rule, value);
  });
  for (const { kind, field, fact } of disproved) ws.facts.forget(kind, field, fact);
  return disproved.length > 0;
}
