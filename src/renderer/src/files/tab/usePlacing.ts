import { isObject, own } from '#contract/json.ts';
import type { ModelViewerProps } from '../../viewer3d/view/props.ts';
import type { ModelSizes } from '#formats/model/types.ts';
import { lockOf } from '../../fields/model/access.ts';
import { useForm } from '../../fields/form.ts';
import type { FormContext } from '../../fields/form.ts';
import type { DraftState } from '../../fields/useDraft.ts';
import { at, editText } from '../../fields/model/fieldText.ts';
import { readAmount } from '../../fields/model/readTypedValue.ts';

/** The parts of a model that belong to fields: sizes, placement and direction. */
export interface Placing {
  /** Null when the kind lacks these fields or they cannot be changed. */
  readonly sizes: ((sizes: ModelSizes) => void) | null;
  readonly viewer: Pick<
    ModelViewerProps,
    'placement' | 'onPlacement' | 'direction' | 'onDirection'
  >;
}

/**
 * Connects the viewer to the form.
 *
 * Values set in the scene are typed into the form and saved with it.
 */
export function usePlacing(): Placing {
  const form = useForm();
  const type = (values: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(values)) typeInto(form, path, text);
  };
  const sizes = isOpen(form, 'minX') && isOpen(form, 'wymiary');
  return {
    sizes: sizes
      ? ({ wymiary, ...box }) => type({ ...box, ...pathed('wymiary', { ...wymiary }) })
      : null,
    viewer: {
      ...('mdrl' in form.resource.fields
        ? { placement: { ...tripleOf(form, 'mdrl'), scale: partOf(form, 'mdrl', 'scale') } }
        : {}),
      ...(isOpen(form, 'mdrl')
        ? { onPlacement: (place) => type(pathed('mdrl', { ...place })) }
        : {}),
      ...('direction_vector' in form.resource.fields
        ? { direction: tripleOf(form, 'direction_vector') }
        : {}),
      ...(isOpen(form, 'direction_vector')
        ? { onDirection: (direction) => type(pathed('direction_vector', { ...direction })) }
        : {}),
    },
  };
}

function isOpen({ resource, purpose, leaving }: FormContext, name: string): boolean {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field !== undefined && lockOf(field, purpose, leaving) === null;
}

function typeInto({ resource, values, draft, record }: FormContext, path: string, text: string) {
  const [name = '', part] = path.split('.');
  const field = resource.fields[name];
  const place = part === undefined ? field : field?.parts?.[part];
  if (place === undefined) return;
  // The form holds numbers in the format of the language.
  draft.type(path, editText(place, text), editText(place, at(values, path)), record);
}

function pathed(name: string, parts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(parts).map(([part, text]) => [`${name}.${part}`, text]));
}

function tripleOf(form: FormContext, name: string) {
  return { x: partOf(form, name, 'x'), y: partOf(form, name, 'y'), z: partOf(form, name, 'z') };
}

/**
 * Returns a part of a field with a decimal point, as the scene reads it.
 *
 * A typed but unsaved value wins.
 */
export function partOf(
  { values, draft }: Pick<FormContext, 'values'> & { readonly draft: Pick<DraftState, 'typed'> },
  name: string,
  part: string,
): string {
  const group = own(values, name);
  const held = group !== undefined && isObject(group) ? own(group, part) : undefined;
  const typed = draft.typed[`${name}.${part}`];
  if (typed === undefined)
    return typeof held === 'string' || typeof held === 'number' ? String(held) : '';
  const read = readAmount(typed);
  return 'decimal' in read ? read.decimal : typed;
}
