import type { Issue } from '#contract/errors.ts';
import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { twoReadings } from '#contract/numbers.ts';
import type {
  PartVerdict,
  ProductDraft,
  DraftFault,
  DraftPart,
  DraftVerdict,
} from '#contract/productDrafts.ts';
import { isProduct, productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { ruleIssues } from '#contract/rules.ts';
import { checkValues, readValue, show } from '#contract/values.ts';
import { isSheetError } from '#contract/visibleText.ts';
import { changesOf } from '../../record/diff.ts';
import { fieldAt, sameAt } from '../../record/fieldPaths.ts';
import { hasCopy } from '../../files/place.ts';
import { allowedExtensions } from '../../files/stage.ts';
import { nameOf } from '../../outbox/draft.ts';
import { overlay } from '../../record/overlay.ts';
import { targetIfThere } from '../../outbox/target.ts';
import { referencesOf } from '../problems/rules/references.ts';
import { namesakeOf } from '../../changesets/sheets/namesake.ts';
import { holderOf, isPendingRemoval } from './pendingRemoval.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import type { MadeByPlan } from '../../store/productDraftStore.ts';
import { isBlank } from '../../record/isBlank.ts';

/** The stores that evaluate a product draft; the writer and the reader have them. */
export type DraftStores = Pick<
  ReadStores,
  'cache' | 'entities' | 'records' | 'operations' | 'uploads' | 'folder' | 'disk' | 'facts'
>;

/** Evaluates a product draft: existing, new and incomplete parts. */
export function evaluateDraft(
  stores: DraftStores,
  draft: ProductDraft,
  made: MadeByPlan = NOTHING_MADE,
): DraftVerdict {
  const seen = new Set<string>();
  const names = namedCodes(stores, draft);
  const parts = draft.parts.map((part) => {
    const judged = judge(stores, part, made);
    const isNamed = names === null || isProduct(part.kind) || judged.state === 'empty';
    const named = isNamed || names.has(`${part.kind}/${judged.key ?? ''}`);
    const namesake = hasNamesake(stores, part, judged);
    const verdict = { ...judged, named, namesake, doubts: doubtsOf(stores, part, judged) };
    const name = verdict.key === null ? null : `${part.kind}/${verdict.key}`;
    if (name === null || verdict.state === 'empty' || !seen.has(name)) {
      if (name !== null && !isProduct(part.kind)) seen.add(name);
      return verdict;
    }
    const { key } = resourceOf(part.kind);
    const twin: DraftFault = { code: 'twin', field: key ?? '', value: verdict.key, expected: '' };
    return { ...verdict, state: 'incomplete' as const, faults: [...verdict.faults, twin] };
  });
  const created = draft.parts.filter((_, index) => parts[index]?.state === 'create');
  return {
    parts,
    unknown: unknownCodes(stores, draft, parts),
    ready: created.length > 0 && parts.every(({ state }) => state !== 'incomplete'),
    creates: created.length,
    uploads: created.reduce((sum, { files }) => sum + files.length, 0),
  };
}

const NOTHING_MADE: MadeByPlan = { eids: new Set(), hasProduct: false };

/**
 * Returns the codes that the draft's products refer to, as `kind/code`.
 *
 * Returns null for a draft that creates no product.
 */
function namedCodes(stores: DraftStores, { parts }: ProductDraft): ReadonlySet<string> | null {
  const products = parts.filter(
    ({ kind, use, values }) =>
      isProduct(kind) && use === null && Object.values(values).some((value) => !isBlank(value)),
  );
  if (products.length === 0) return null;
  const found = partsNamed(stores, products);
  return new Set(found.map(({ target, code }) => `${target}/${code}`));
}

/** Returns the records that products of the draft refer to. */
function partsNamed({ facts }: DraftStores, products: readonly DraftPart[]) {
  const places = facts.chosenPlaces(productKind.kind);
  return products.flatMap(({ values }) =>
    referencesOf({ resource: productKind, record: values }, places),
  );
}

/** Returns the typed values without blank ones: an emptied field counts as not given. */
export function givenValues(part: DraftPart): JsonObject {
  return Object.fromEntries(Object.entries(part.values).filter(([, value]) => !isBlank(value)));
}

type Judged = Omit<PartVerdict, 'named' | 'namesake' | 'doubts'>;

/** Returns the learned rules that a new record of the draft breaks. */
function doubtsOf({ facts }: DraftStores, part: DraftPart, { state }: Judged): Issue[] {
  if (state !== 'create' && state !== 'incomplete') return [];
  const resource = resourceOf(part.kind);
  const values = { ...givenValues(part), ...filesOf(resource, part) };
  return [...ruleIssues(resource, values, facts.rules(part.kind), 'create')];
}

/** Returns a stand-in for each given file, so that a required file counts as given. */
function filesOf(resource: Resource, { files }: DraftPart): JsonObject {
  const given = files.map(({ field, file }) => {
    const ref = { $file: file };
    return [field, resource.fields[field]?.type === 'files' ? [ref] : ref] as const;
  });
  return Object.fromEntries(given);
}

function hasNamesake(
  { cache }: DraftStores,
  { kind }: DraftPart,
  { state, title }: Judged,
): boolean {
  const isNew = isProduct(kind) && (state === 'create' || state === 'incomplete');
  return isNew && title !== '' && namesakeOf(cache, resourceOf(kind), title) !== null;
}

function judge(stores: DraftStores, part: DraftPart, made: MadeByPlan): Judged {
  const resource = resourceOf(part.kind);
  const values = givenValues(part);
  const { key, title } = nameOf(resource, values);
  // The window shows a text in its own language for a part without a name.
  const isNamed = key !== null || values[resource.title] !== undefined;
  const head = { part: part.part, kind: part.kind, key, title: isNamed ? title : '', id: null };
  if (part.use === null && Object.keys(values).length === 0 && part.files.length === 0)
    return { ...head, state: 'empty', differs: [], faults: [] };
  const found = existing(stores, part, head.key);
  if (found === 'lost')
    return {
      ...head,
      state: 'incomplete',
      differs: [],
      faults: [fault('no-record', '', part.use)],
    };
  if (found !== null) {
    const names = nameOf(resource, found.record);
    const differs = differences(resource, found.record, values, part);
    const here = { ...head, ...names, id: found.id, differs };
    if (found.eid !== null && made.eids.has(found.eid))
      return { ...here, state: 'made', differs: [], faults: [] };
    if (!isPendingRemoval(stores, part.kind, found.id))
      return { ...here, state: 'exists', faults: [] };
    // The new product would refer to a record that is removed before it arrives.
    const faults = [fault('leaving', '', names.key ?? names.title)];
    return { ...here, state: 'incomplete', faults };
  }
  if (isProduct(part.kind) && made.hasProduct)
    return { ...head, state: 'made', differs: [], faults: [] };
  const faults = [
    ...valueFaults(resource, values, part),
    ...twoFilesFaults(resource, values, part),
    ...fileFaults(stores, part),
  ];
  if (
    resource.key !== null &&
    head.key === null &&
    !faults.some(({ field }) => field === resource.key)
  )
    faults.unshift(fault('not-named', resource.key, null, 'text'));
  return { ...head, state: faults.length > 0 ? 'incomplete' : 'create', differs: [], faults };
}

function fault(
  code: DraftFault['code'],
  field: string,
  value: Json | null,
  expected = '',
): DraftFault {
  return { code, field, value, expected };
}

interface FoundRecord {
  readonly id: string;
  readonly eid: string | null;
  readonly record: JsonObject;
}

/** Returns the record of a part: the picked one, else the one with its code. */
export function existing(
  stores: DraftStores,
  part: DraftPart,
  key: string | null,
): FoundRecord | 'lost' | null {
  const ref = part.use ?? codeHolder(stores, part.kind, key);
  if (ref === null) return null;
  const target = targetIfThere(stores, part.kind, ref);
  if (target === null) return 'lost';
  const open = target.entity === null ? [] : stores.operations.openOf(target.entity.eid);
  return {
    id: ref,
    eid: target.entity?.eid ?? null,
    record: overlay(resourceOf(part.kind), target.doc, open, stores.uploads.sentAs),
  };
}

// A product has no code (doc §2.5): a product of the same name is a different one.
function codeHolder(stores: DraftStores, kind: Kind, key: string | null): string | null {
  return key === null || isProduct(kind) ? null : holderOf(stores, kind, key);
}

function differences(resource: Resource, record: JsonObject, values: JsonObject, part: DraftPart) {
  const typed = changesOf(resource, record, { values, files: {} }).filter(
    ({ field, before, after }) => !sameAt(resource, field, before, after),
  );
  const files = part.files.map(({ field, name }) => {
    const spec = resource.fields[field];
    const before = spec === undefined ? null : (readValue(field, spec, record) ?? null);
    return { field, before, after: name };
  });
  return [...typed, ...files];
}

function valueFaults(resource: Resource, values: JsonObject, part: DraftPart): DraftFault[] {
  const files = filesOf(resource, part);
  const { issues } = checkValues(resource, { ...values, ...files }, 'create');
  const texts = new Map(textsOf(values));
  const spoilt = [...texts].filter(([, text]) => isSheetError(text));
  const sheetFaults = spoilt.map(([place, text]) => fault('sheet-error', place, text));
  const isSpoilt = new Set(spoilt.map(([place]) => place));
  const others = issues.filter(({ place }) => !isSpoilt.has(place));
  const fieldFaults = others.map(({ place }) => {
    const name = place.split(/[.[]/)[0] ?? place;
    const field = resource.fields[name];
    const value = values[name] ?? null;
    if (field === undefined) return fault('unknown-field', place, value);
    const isMissing = value === null && !part.files.some((each) => each.field === name);
    if (isMissing) return fault('missing', place, value, field.type);
    const text = texts.get(place) ?? '';
    const two = twoReadings(text, '.', fieldAt(resource, place)?.unit);
    if (two === null) return fault('invalid', place, value, field.type);
    return fault('two-numbers', place, text, two.join(' / '));
  });
  return firstOf([...sheetFaults, ...fieldFaults]);
}

/** A window lists the faults of a part, and a person mends no more at once. */
const MOST_FAULTS = 1_000;

/** Returns the first faults, and one that says how many more there are. */
function firstOf(faults: readonly DraftFault[]): DraftFault[] {
  const more = faults.length - MOST_FAULTS;
  const kept = faults.slice(0, MOST_FAULTS);
  return more > 0 ? [...kept, fault('more-faults', '', String(more))] : kept;
}

/** Returns the texts among values and their parts, with their places. */
function textsOf(values: JsonObject, above = ''): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[above + name, value] as const];
    return above === '' && isObject(value) ? textsOf(value, `${name}.`) : [];
  });
}

/** Returns the faults of single-file fields with several files, or with a file and a path. */
function twoFilesFaults(resource: Resource, values: JsonObject, part: DraftPart): DraftFault[] {
  return Object.entries(resource.fields).flatMap(([name, { type }]) => {
    if (type !== 'file') return [];
    const files = part.files.filter(({ field }) => field === name).map((file) => file.name);
    const path = values[name];
    const text = typeof path === 'string' ? path : show(path);
    const all = path === undefined ? files : [text, ...files];
    const isTooMany = files.length > 0 && all.length > 1;
    return isTooMany ? [fault('two-files', name, all.join(', '), 'one file')] : [];
  });
}

function fileFaults({ uploads, folder, disk }: DraftStores, part: DraftPart): DraftFault[] {
  if (resourceOf(part.kind).upload === null)
    return part.files.map(({ field, name }) => fault('file-type', field, name));
  const allowed = allowedExtensions(part.kind);
  return part.files.flatMap(({ field, file, name }) => {
    const staged = uploads.staged(file);
    // The local copy is removed some time after sending, and the operation may be undone later.
    if (staged === null || !hasCopy(disk.files, folder, staged))
      return [fault('file-gone', field, name)];
    const fits = allowed === null || allowed.includes(staged.extension);
    return fits ? [] : [fault('file-type', field, name, allowed.join(' '))];
  });
}

function unknownCodes(
  stores: DraftStores,
  draft: ProductDraft,
  verdicts: readonly PartVerdict[],
): DraftVerdict['unknown'] {
  const planned = new Set(verdicts.map(({ kind, key }) => `${kind}/${key ?? ''}`));
  const products = draft.parts.filter(({ kind, use }) => isProduct(kind) && use === null);
  return partsNamed(stores, products)
    .filter(({ target, code }) => !planned.has(`${target}/${code}`))
    .flatMap(({ target, code, field }) => {
      const holder = holderOf(stores, target, code);
      const leaving = holder !== null && isPendingRemoval(stores, target, holder);
      return holder === null || leaving ? [{ kind: target, code, place: field, leaving }] : [];
    });
}
