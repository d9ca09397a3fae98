import type { Json } from '#contract/json.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import { learnedOf } from '../../state/facts.ts';

/** A field, or a part of one, by its dotted name and with its label. */
export interface NamedField {
  /** The dotted name, such as `price` or `wymiary.x`. */
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  /** True if the field can be updated; a part follows its field. */
  readonly update: boolean;
}

/** Returns all fields of a kind; a field with parts is replaced by its parts. */
export function fieldsOf(kind: Kind): readonly NamedField[] {
  return Object.entries(learnedOf(kind).fields).flatMap(([path, field]): NamedField[] => {
    const label = textOf(field.label);
    const { update } = field;
    if (field.parts === undefined) return [{ path, label, field, update }];
    return Object.entries(field.parts).map(([name, part]) => ({
      path: `${path}.${name}`,
      label: `${label} · ${textOf(part.label)}`,
      field: part,
      update,
    }));
  });
}

/** Returns the field or part of a dotted name; undefined if it is unknown. */
export function fieldAt(kind: Kind, path: string): Field | undefined {
  const [name = '', part] = path.split('.');
  const { fields } = resourceOf(kind);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (part === undefined) return field;
  return Object.hasOwn(field?.parts ?? {}, part) ? field?.parts?.[part] : undefined;
}

/** Returns the label of a dotted name; an unknown name stays as it is. */
export function labelAt(kind: Kind, path: string): string {
  if (path === ID_COLUMN) return 'ID';
  const [name = '', part] = path.split('.');
  const field = fieldAt(kind, name);
  if (field === undefined) return path;
  const label = textOf(field.label);
  if (part === undefined) return label;
  return `${label} · ${labelOfPart(field, part)}`;
}

function labelOfPart(field: Field, part: string): string {
  const found = Object.hasOwn(field.parts ?? {}, part) ? field.parts?.[part] : undefined;
  return found === undefined ? part : textOf(found.label);
}

/** Returns a changeset value as decimal text; null if it is neither number nor text. */
export function decimalOf(value: Json | null): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}
