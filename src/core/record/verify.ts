import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ReasonDetails } from '#contract/operations.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue, show } from '#contract/values.ts';
import { diffField, showsField } from './diff.ts';
import { sameFiles } from './fieldPaths.ts';
import { listOf } from './overlay.ts';
import { holdsItem } from './patch.ts';
import type { Patch } from './patch.ts';

/**
 * A field that the service holds differently than sent; `shown` says whether the record shows it.
 */
export interface Difference {
  readonly field: string;
  readonly sent: Json;
  readonly kept: Json | undefined;
  readonly shown: boolean;
}

/**
 * Returns the fields in which a fresh read differs from a sent patch.
 *
 * Fields whose form may differ are skipped.
 */
export function differences(
  resource: Resource,
  sent: Patch,
  record: JsonObject,
): readonly Difference[] {
  const values = Object.entries(sent.values).flatMap(([name, value]): Difference[] => {
    const field = resource.fields[name];
    if (field === undefined || field.formMayDiffer === true) return [];
    const kept =
      field.type === 'files' ? listOf(own(record, name)) : readValue(name, field, record);
    const same =
      field.type === 'files'
        ? sameFiles(listOf(value), listOf(kept ?? []))
        : diffField(field, kept, value) === undefined;
    return same
      ? []
      : [{ field: name, sent: value, kept, shown: showsField(resource, name, record) }];
  });
  const lists = Object.entries(sent.files).flatMap(([name, { add, remove }]): Difference[] => {
    const kept = listOf(own(record, name));
    const holds = (item: Json) => holdsItem(kept, item);
    const same = add.every(holds) && !remove.some(holds);
    return same
      ? []
      : [{ field: name, sent: [...add], kept, shown: own(record, name) !== undefined }];
  });
  return [...values, ...lists];
}

/**
 * Returns the sent fields whose form may differ and that still have their earlier value.
 *
 * Another value may be the sent one in the service's form. The earlier value is not.
 */
export function unmovedFields(
  resource: Resource,
  sent: Patch,
  before: JsonObject,
  after: JsonObject,
): readonly Difference[] {
  return Object.entries(sent.values).flatMap(([name, value]): Difference[] => {
    const field = resource.fields[name];
    if (field?.formMayDiffer !== true) return [];
    const [old, kept] = [readValue(name, field, before), readValue(name, field, after)];
    const isUnmoved = sameValue(field, kept, old) && !sameValue(field, kept, value);
    return isUnmoved
      ? [{ field: name, sent: value, kept, shown: showsField(resource, name, after) }]
      : [];
  });
}

/**
 * Returns whether a record shows no code at all, as on a service that keeps none (doc §4.6 gap 3).
 */
export function hidesKey(resource: Resource, record: JsonObject): boolean {
  const { key } = resource;
  return key !== null && !showsField(resource, key, record);
}

/**
 * Returns whether a record shows any sent value, even in another form.
 *
 * A record that shows none is another record, or the response did not come from the service.
 */
export function showsAnyOf(resource: Resource, sent: Patch, record: JsonObject): boolean {
  const found = differences(resource, sent, record);
  const others = new Set(
    found.flatMap(({ field, sent: given, kept }) => (sameText(given, kept) ? [] : [field])),
  );
  const told = Object.keys(sent.values).filter((name) => {
    const field = resource.fields[name];
    return field !== undefined && field.formMayDiffer !== true;
  });
  return (
    told.length === 0 ||
    told.some((name) => !others.has(name) && showsField(resource, name, record))
  );
}

/** Returns the differences as a sentence: `Service kept 8.90 for price (sent 9.20).` */
export function keptSentence(found: readonly Difference[]): string {
  const parts = found.map(
    ({ field, sent, kept }) =>
      `${kept === undefined ? 'nothing' : show(kept)} for ${field} (sent ${show(sent)})`,
  );
  return `Service kept ${parts.join(', ')}.`;
}

/** Returns the differences as data; a value that the service does not hold is null. */
export function keptDetails(found: readonly Difference[]): ReasonDetails {
  return { kept: found.map(({ field, sent, kept = null }) => ({ field, sent, kept })) };
}

/**
 * Returns whether a record is the one that a creation made.
 *
 * It is if it holds a path that was uploaded for that creation (`uploaded`). Other paths prove
 * nothing: they were given as values, or kept from a removed record, and other records may hold
 * them. Without such a path, all sent values must match.
 */
export function isOurs(
  resource: Resource,
  sent: JsonObject,
  record: JsonObject,
  uploaded: ReadonlySet<string>,
): boolean {
  const marks = resource.markers.flatMap((name) => listOf(own(sent, name)));
  const paths = marks.filter(
    (mark): mark is string => typeof mark === 'string' && uploaded.has(mark),
  );
  if (paths.length === 0) {
    // doc §4.6 gap 3: a service may keep no code at all; another code is another record.
    const found = differences(resource, { values: sent, files: {} }, record);
    return found.every(
      ({ field, sent: given, kept, shown }) =>
        (field === resource.key && !shown) ||
        sameText(given, kept) ||
        isKeptAsNumber(resource, field, given, record),
    );
  }
  return resource.markers.some((name) =>
    listOf(own(record, name)).some((path) => holdsItem(paths, path)),
  );
}

/**
 * Returns whether the service stored a text as an equal number (doc §2.4).
 *
 * Such a number lacks needless digits, so a code stored this way is another code.
 */
function isKeptAsNumber(
  { fields, key }: Resource,
  name: string,
  sent: Json,
  record: JsonObject,
): boolean {
  const field = fields[name];
  const raw = own(record, name);
  if (field === undefined || name === key || typeof raw !== 'number') return false;
  return sameValue(field, sent, raw);
}

/**
 * Returns whether two texts, or the texts inside two values, have the same meaning.
 *
 * A service may drop surrounding blanks, change the case, or compose letters.
 */
export function sameText(sent: Json, kept: Json | undefined): boolean {
  if (typeof sent === 'string' && typeof kept === 'string')
    return plain(sent).toLowerCase() === plain(kept).toLowerCase();
  if (Array.isArray(sent) && Array.isArray(kept))
    return sent.length === kept.length && sent.every((each, at) => sameInside(each, kept[at]));
  if (!isObject(sent) || kept === undefined || !isObject(kept)) return false;
  return Object.entries(sent).every(([name, each]) => sameInside(each, own(kept, name)));
}

function sameInside(sent: Json, kept: Json | undefined): boolean {
  return sent === kept || sameText(sent, kept);
}

function plain(text: string): string {
  return text.normalize('NFC').trim();
}

/** Returns the other forms in which a service may store a code. */
export function formsOf(code: string): readonly string[] {
  const base = plain(code);
  const forms = new Set([base, base.toUpperCase(), base.toLowerCase()]);
  return [...forms].filter((form) => form !== code && form !== '');
}
