import { createHash } from 'node:crypto';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { SheetColumn } from '#contract/changesets/sheet.ts';
import { resources } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { pathsOf } from '../../record/fieldPaths.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';

/** Column names of the record id; `id` alone only when no field has that name. */
const ID_NAMES = ['_id', '_id.$oid', 'record id', 'id rekordu', 'service id', 'id'];

/** No field name is this long, and a foreign header may have any length. */
const LONGEST = 200;

/** Returns a name for comparison: without case, diacritics, brackets and separators. */
function plainName(name: string): string {
  return normalizeForSearch(name.slice(0, LONGEST)).replaceAll(/[^a-z0-9$.]+/g, '');
}

/**
 * Returns every column name of each field.
 *
 * These are the service's name, the labels of both languages, and dotted names of parts.
 */
function namesOf(resource: Resource): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string, path: string) => {
    const plain = plainName(name);
    if (plain !== '' && !names.has(plain)) names.set(plain, path);
  };
  const paths = pathsOf(resource);
  // A service's name takes precedence over the label of another field.
  for (const [path] of paths) add(path, path);
  for (const [name, field] of Object.entries(resource.fields))
    if (field.parts === undefined) for (const alias of field.readAs ?? []) add(alias, name);
  for (const each of ID_NAMES) add(each, ID_COLUMN);
  for (const [path, field] of paths) {
    const [name = '', part] = path.split('.');
    const owner = resource.fields[name];
    for (const language of ['en', 'pl'] as const) {
      const label = field.label[language];
      if (part === undefined) add(label, path);
      else if (owner !== undefined)
        for (const mark of ['.', ' ']) {
          add(`${owner.label[language]}${mark}${label}`, path);
          add(`${name}${mark}${label}`, path);
          add(`${owner.label[language]}${mark}${part}`, path);
        }
    }
  }
  for (const [path, { columnNames = [] }] of paths) for (const name of columnNames) add(name, path);
  // Sheets name the code of one kind as that of another.
  for (const { key } of resources)
    if (resource.key !== null && key !== null) add(key, resource.key);
  return names;
}

const NAMES = new Map<Kind, ReadonlyMap<string, string>>();

/** Finds the field of each column by its name; each field is used once. */
export function matchColumns(
  resource: Resource,
  names: readonly string[],
): readonly (string | null)[] {
  const known = NAMES.get(resource.kind) ?? namesOf(resource);
  NAMES.set(resource.kind, known);
  // `_id` and a field `id` are distinguished by their exact names.
  const exact = new Map<string, number>();
  for (const [index, name] of names.entries())
    if (isColumnField(resource, name) && !exact.has(name)) exact.set(name, index);
  const taken = new Set(exact.keys());
  return names.map((name, index) => {
    const first = exact.get(name);
    if (first !== undefined) return first === index ? name : null;
    const found = known.get(plainName(name)) ?? known.get(plainName(withoutBrackets(name)));
    if (found === undefined || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
}

function withoutBrackets(name: string): string {
  return name.slice(0, LONGEST).replace(/\(.*\)/, '');
}

/**
 * Returns the hash that identifies a layout: its column names in order.
 *
 * Punctuation counts, although fields are matched without it: `_id` is not `id`, and two headers of
 * punctuation alone differ.
 */
export function signatureOf(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => normalizeForSearch(name.trim()))))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Returns the column that identifies records: the id, else the code.
 *
 * Returns null when there is neither.
 */
export function keyColumnOf(resource: Resource, columns: readonly SheetColumn[]): number | null {
  const named = (field: string | null) =>
    columns.find((column) => field !== null && column.field === field)?.index;
  return named(ID_COLUMN) ?? named(resource.key) ?? null;
}

/** Returns the reasons why a sheet cannot be checked as it is. */
export function columnIssues(resource: Resource, columns: readonly SheetColumn[]): Issue[] {
  const issues: Issue[] = [];
  const seen = new Map<string, SheetColumn>();
  for (const column of columns) {
    if (column.field === null) continue;
    const other = seen.get(column.field);
    if (other === undefined) seen.set(column.field, column);
    else
      issues.push({
        place: column.name,
        value: column.field,
        ...expecting('anotherField', { column: other.name, field: column.field }),
      });
  }
  if (seen.size === 0)
    issues.push({ place: 'columns', value: namesCut(columns), ...someField(resource) });
  else if (resource.key !== null && keyColumnOf(resource, columns) === null)
    issues.push({
      place: 'columns',
      value: `no ${resource.key}`,
      ...expecting('keyColumn', { code: resource.key, id: ID_COLUMN }),
    });
  return issues;
}

const MOST_SAID = 8;

/** Returns the column names for a sentence, shortened to a few. */
function namesCut(columns: readonly SheetColumn[]): string {
  const names = columns.map(({ name }) => name).filter((name) => name !== '');
  const more = names.length > MOST_SAID ? ', …' : '';
  return names.slice(0, MOST_SAID).join(', ') + more;
}

function someField({ key, title, fields }: Resource): Expected {
  const names = [...new Set([key, title, 'price'])].filter(
    (name) => name !== null && Object.hasOwn(fields, name),
  );
  return expecting('anyField', { fields: names.join(', ') });
}

// Cached, because it is asked for every cell of the first rows of a sheet.
const FIELDS = new Map<Kind, ReadonlySet<string>>();

/** Returns whether a field may be chosen for a column. */
export function isColumnField(resource: Resource, field: string): boolean {
  const known = FIELDS.get(resource.kind) ?? new Set(pathsOf(resource).map(([path]) => path));
  FIELDS.set(resource.kind, known);
  return field === ID_COLUMN || known.has(field);
}
