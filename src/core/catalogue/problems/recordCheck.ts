import { RULES } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ChosenPlace } from '../../record/chosenKinds.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { FileKnowledge } from '../../files/fileKnowledge.ts';
import { fixOf } from './fixes.ts';
import type { Group, GroupChecks, Located } from './groups.ts';
import type { HiddenStore } from '../../store/hiddenStore.ts';
import type { KnownRef, KnownRow, Look, ProblemStore, SourceRow } from './problemStore.ts';
import type { StoredProblem } from './problemTable.ts';
import { checkAlone } from './registry.ts';
import { groupingOf } from './rules/groups.ts';
import type { Grouping } from './rules/groups.ts';
import { referencesOf, ruleOfTarget } from './rules/references.ts';
import type { Reference } from './rules/references.ts';
import { countWanted, filledFields } from './share.ts';
import type { Finding, Subject } from './subject.ts';
import { pathsOf } from '../../record/fileFields.ts';

/** The stores that a check uses. */
export interface Checking {
  readonly store: ProblemStore;
  readonly groups: GroupChecks;
  readonly hidden: HiddenStore;
  readonly files: FileKnowledge;
  /** The places of a kind for which a person chose the kind that they name. */
  readonly placesOf: (kind: Kind) => readonly ChosenPlace[];
}

/** The change of one record: its group values and references before and after. */
interface Turn {
  readonly before: KnownRow | null;
  readonly after: (Grouping & { readonly id: string }) | null;
  readonly refsBefore: readonly Reference[];
  readonly refsAfter: readonly Reference[];
}

/**
 * Checks one record alone.
 *
 * Returns its problems, its group values and its references.
 */
export function lookAt(
  { hidden, files, placesOf }: Checking,
  kind: Kind,
  { rid, id, doc }: SourceRow,
): Look {
  const resource = resourceOf(kind);
  const subject: Subject = { resource, record: parseDoc(doc) };
  const problems = checkAlone(subject, files).map((finding) => {
    const isHidden = isStillHidden(hidden, kind, id, finding);
    const fixable = fixOf(subject, finding, files) !== null;
    return stored({ ...finding, kind, rid }, null, fixable, isHidden);
  });
  return {
    kind,
    rid,
    id,
    problems,
    grouping: groupingOf(subject),
    filled: filledFields(subject),
    wanted: countWanted(resource),
    refs: referencesOf(subject, placesOf(kind)),
    files: pathsOf(subject),
  };
}

/** Checks one changed row again; returns the groups to compare again. */
export function recheckRecord(checking: Checking, kind: Kind, rid: number): readonly Group[] {
  const { store } = checking;
  const before = store.known(rid);
  const named = store.refs(rid);
  const refsBefore = named.filter(isOfRecord);
  const row = store.source(kind, rid);
  if (row === null) {
    store.forget(rid);
    return touched(store, kind, { before, after: null, refsBefore, refsAfter: [] });
  }
  const look = lookAt(checking, kind, row);
  store.renew(look, before, named);
  const { grouping, refs } = look;
  const after = { ...grouping, id: row.id };
  return touched(store, kind, { before, after, refsBefore, refsAfter: refs });
}

function isOfRecord(ref: KnownRef): ref is Reference {
  return ref.target !== 'file';
}

function touched(store: ProblemStore, kind: Kind, turn: Turn): Group[] {
  const { before, after } = turn;
  const found: Group[] = [];
  const add = (name: Group['name'], value: string | null | undefined) => {
    if (value !== null && value !== undefined) found.push({ name, kind, value });
  };
  for (const name of ['code', 'name', 'status'] as const) {
    if (before?.[name] === after?.[name]) continue;
    for (const value of [before?.[name], after?.[name]]) add(name, value);
  }
  if (before?.priceGroup !== after?.priceGroup || before?.price !== after?.price)
    for (const value of [before?.priceGroup, after?.priceGroup]) add('price', value);
  // References to this record may become unknown, or known again.
  for (const name of ['code', 'id'] as const)
    if (before?.[name] !== after?.[name])
      for (const value of [before?.[name], after?.[name]]) add('ref', value);
  if (before?.status !== after?.status) tally(store, kind, before?.status, after?.status);
  return [...found, ...changedRefs(turn)];
}

function tally(
  store: ProblemStore,
  kind: Kind,
  before: string | null | undefined,
  after: string | null | undefined,
): void {
  if (before !== null && before !== undefined) store.countStatus(kind, before, -1);
  if (after !== null && after !== undefined) store.countStatus(kind, after, 1);
}

function changedRefs({ refsBefore, refsAfter }: Turn): Group[] {
  const text = (ref: Reference) => JSON.stringify([ref.target, ref.code, ref.field]);
  const [old, now] = [new Set(refsBefore.map(text)), new Set(refsAfter.map(text))];
  const changed = [
    ...refsBefore.filter((ref) => !now.has(text(ref))),
    ...refsAfter.filter((ref) => !old.has(text(ref))),
  ];
  return changed.map(({ target, code }) => ({ name: 'ref', kind: target, value: code }));
}

/** Compares the records of a group and replaces its earlier findings. */
export function checkGroup(checking: Checking, group: Group): void {
  const rule = ruleOfGroup(group);
  if (rule === null) return;
  const grp = nameOf(group);
  checking.store.problems.settle({ rule, grp }, findInGroup(checking, group));
}

/** Returns the findings of a group. */
export function findInGroup({ groups, hidden }: Checking, group: Group): readonly StoredProblem[] {
  return groups
    .find(group)
    .filter(({ rule, kind }) => RULES[rule].kinds.includes(kind))
    .map((located) => {
      const isHidden = isStillHidden(hidden, located.kind, located.id, located);
      return stored(located, nameOf(group), false, isHidden);
    });
}

function nameOf({ kind, value }: Group): string {
  return `${kind}\n${value}`;
}

function ruleOfGroup({ name, kind }: Group) {
  if (name === 'ref') return ruleOfTarget(kind);
  const rules = {
    code: 'same-code',
    name: 'near-name',
    price: 'price-outlier',
    status: 'unknown-status',
  } as const;
  return rules[name];
}

function isStillHidden(hidden: HiddenStore, kind: Kind, id: string, finding: Finding): boolean {
  const { rule, field, mark } = finding;
  return hidden.get({ kind, id, rule, field })?.mark === mark;
}

function stored(
  { kind, rid, rule, field, params, mark }: Omit<Located, 'id'>,
  grp: string | null,
  fixable: boolean,
  hidden: boolean,
): StoredProblem {
  const text = JSON.stringify(params);
  return { kind, rid, rule, field, grp, params: text, mark, fixable, hidden };
}
