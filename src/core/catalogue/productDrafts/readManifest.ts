import { AppError, invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { MOST_FIELDS, MOST_FILES, MOST_PARTS } from '#contract/productDrafts.ts';
import { draftKinds, partKinds, productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { checkValues, show } from '#contract/values.ts';

/** A file that a manifest names, relative to the manifest. */
export interface ManifestFile {
  readonly field: string;
  readonly path: string;
  readonly place: string;
}

/** One part of a manifest: it is looked up, and created only when missing. */
export interface ManifestPart {
  readonly kind: Kind;
  readonly place: string;
  readonly key: string;
  readonly values: JsonObject;
  readonly files: readonly ManifestFile[];
}

/** Returns the manifest's names of a kind's files, with their fields. */
export function fileWords(kind: Kind): Readonly<Record<string, string>> {
  return resourceOf(kind).draft?.files ?? {};
}

/** The names that a manifest may have, in the order of creation. */
const NAMES = draftKinds.map(({ draft }) => draft.name);

/**
 * Reads a manifest in the order of creation (doc §1).
 *
 * All faults are found before anything is queued, each with its place (`fittings[1].model`).
 */
export function readManifest(manifest: Json): readonly ManifestPart[] {
  if (!isObject(manifest))
    throw invalid([{ place: 'manifest', value: show(manifest), ...expecting('anObject') }]);
  refuseTooMany(manifest);
  const issues: Issue[] = unknownParts(manifest);
  const parts: ManifestPart[] = [];
  for (const { kind, draft } of partKinds) {
    const { name } = draft;
    const list = own(manifest, name) ?? [];
    if (!Array.isArray(list)) issues.push({ place: name, value: show(list), ...expecting('list') });
    else list.forEach((item, index) => addPart(kind, `${name}[${index}]`, item, parts, issues));
  }
  const { kind, draft } = productKind;
  const product = own(manifest, draft.name);
  if (product !== undefined) addPart(kind, draft.name, product, parts, issues);
  if (parts.length === 0 && issues.length === 0)
    issues.push({
      place: 'manifest',
      value: 'nothing',
      ...expecting('oneOrMoreOf', { list: NAMES.join(', ') }),
    });
  for (const issue of twins(parts)) issues.push(issue);
  if (issues.length > 0) throw invalid(issues);
  return parts;
}

/** Throws for more parts or files than a manifest may have, before any of them is read. */
export function refuseTooMany(manifest: JsonObject): void {
  const parts = draftKinds.flatMap(({ kind, draft }) => {
    const words = Object.keys(fileWords(kind));
    return listOf(own(manifest, draft.name)).map((item) => ({ name: draft.name, words, item }));
  });
  refuseManyParts(parts.length);
  for (const { name, item } of parts) refuseFields(name, item);
  const files = parts.flatMap(({ words, item }) =>
    isObject(item) ? words.map((word) => listOf(own(item, word)).length) : [],
  );
  const count = files.reduce((sum, each) => sum + each, 0);
  if (count > MOST_FILES)
    throw invalid([
      { place: 'files', value: String(count), ...expecting('mostFiles', { count: MOST_FILES }) },
    ]);
}

/** Throws for more parts than a draft may have. */
export function refuseManyParts(count: number): void {
  if (count <= MOST_PARTS) return;
  throw invalid([
    { place: 'parts', value: String(count), ...expecting('mostParts', { count: MOST_PARTS }) },
  ]);
}

function refuseFields(name: string, item: Json): void {
  const count = isObject(item) ? Object.keys(item).length : 0;
  if (count <= MOST_FIELDS) return;
  throw invalid([
    { place: name, value: String(count), ...expecting('mostFields', { count: MOST_FIELDS }) },
  ]);
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function unknownParts(manifest: JsonObject): Issue[] {
  const expected = expecting('oneOf', { list: NAMES.join(', ') });
  return Object.keys(manifest)
    .filter((name) => !NAMES.includes(name))
    .map((name) => ({ place: name, value: show(own(manifest, name)), ...expected }));
}

function addPart(
  kind: Kind,
  place: string,
  item: Json,
  parts: ManifestPart[],
  issues: Issue[],
): void {
  if (!isObject(item)) {
    issues.push({ place, value: show(item), ...expecting('anObject') });
    return;
  }
  const resource = resourceOf(kind);
  const { values, files, faults } = partFiles(kind, place, item);
  // A file to be staged stands in for its path, so that a required file counts as given.
  const stand = Object.fromEntries(files.map(({ field }) => [field, standIn(kind, field)]));
  const checked = checkValues(resource, { ...values, ...stand }, 'create', `${place}.`);
  for (const fault of faults) issues.push(fault);
  for (const issue of checked.issues) issues.push(ownWord(kind, place, issue));
  const name = resource.key ?? resource.title;
  const key = checked.values[name];
  if (typeof key !== 'string') {
    const named = checked.issues.some((issue) => issue.place === `${place}.${name}`);
    if (!named) issues.push({ place: `${place}.${name}`, value: 'missing', ...expecting('text') });
    return;
  }
  parts.push({ kind, place, key, values: withoutFiles(checked.values, files), files });
}

function standIn(kind: Kind, field: string): Json {
  return resourceOf(kind).fields[field]?.type === 'files' ? ['file'] : 'file';
}

// The user knows the manifest's name (`model`), not the field's (`modelPath`).
function ownWord(kind: Kind, place: string, issue: Issue): Issue {
  const word = Object.entries(fileWords(kind)).find(
    ([, field]) => issue.place === `${place}.${field}`,
  )?.[0];
  return word === undefined ? issue : { ...issue, place: `${place}.${word}` };
}

function withoutFiles(values: JsonObject, files: readonly ManifestFile[]): JsonObject {
  const names = new Set(files.map(({ field }) => field));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

function partFiles(kind: Kind, place: string, item: JsonObject) {
  const words = fileWords(kind);
  const files: ManifestFile[] = [];
  const faults: Issue[] = [];
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(item)) {
    const field = Object.hasOwn(words, name) ? words[name] : undefined;
    if (field === undefined) {
      values[name] = value;
      continue;
    }
    const many = resourceOf(kind).fields[field]?.type === 'files';
    const list = many && Array.isArray(value) ? value : [value];
    list.forEach((path, index) => {
      const at = `${place}.${name}${many ? `[${index}]` : ''}`;
      if (typeof path === 'string' && path !== '') files.push({ field, path, place: at });
      else faults.push({ place: at, value: show(path), ...expecting('filePath') });
    });
  }
  return { values, files, faults };
}

function twins(parts: readonly ManifestPart[]): Issue[] {
  const seen = new Map<string, string>();
  return parts.flatMap((part) => {
    const name = `${part.kind}/${part.key}`;
    const first = seen.get(name);
    seen.set(name, first ?? part.place);
    return first === undefined
      ? []
      : [{ place: part.place, value: part.key, ...expecting('otherCode', { place: first }) }];
  });
}

/** Runs several checks and throws their faults as one error. */
export function collectFaults(checks: readonly (() => void)[]): void {
  const issues: Issue[] = [];
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const whole = { place: 'manifest', value: error.message, expected: '' };
      for (const issue of error.details.issues ?? [whole]) issues.push(issue);
    }
  }
  if (issues.length > 0) throw invalid(issues);
}
