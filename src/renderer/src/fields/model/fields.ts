import type { Json } from '#contract/json.ts';
import { ID_COLUMN } from '#contract/plans/sheet.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';

/** A field or a part of one by its dotted name, with what a person calls it. */
export interface NamedField {
  /** As in `price` or `wymiary.x`. */
  readonly path: string;
  readonly label: string;
  readonly field: Field;
  /** A part can be changed when the field it belongs to can. */
  readonly update: boolean;
}

/** Every field of a kind; one with parts is named by these alone, as a sheet and a change name it. */
export function fieldsOf(kind: Kind): readonly NamedField[] {
  return Object.entries(resourceOf(kind).fields).flatMap(([path, field]): NamedField[] => {
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

/** The field or part that a dotted name means; undefined for one that nobody knows. */
export function fieldAt(kind: Kind, path: string): Field | undefined {
  const [name = '', part] = path.split('.');
  const { fields } = resourceOf(kind);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (part === undefined) return field;
  return Object.hasOwn(field?.parts ?? {}, part) ? field?.parts?.[part] : undefined;
}

/** What a person calls a field by its dotted name; one that nobody knows keeps its own. */
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

/** A decimal among values of a plan; null for everything else. */
export function decimalOf(value: Json | null): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}
