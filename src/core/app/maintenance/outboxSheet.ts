import type { Json } from '#contract/json.ts';
import type { Action, OpenState } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import { fileRef } from '#contract/resources/field.ts';
import { PLAIN_ENGLISH, valueText } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { csvLine, plainText } from '../../changesets/sheets/cellText.ts';
import { guard } from '../../changesets/sheets/guard.ts';
import { timeOf } from './outboxDocument.ts';
import type { Waiting } from './outboxDocument.ts';

// Both languages are given, because the reader of the sheet may have no Cabinet to choose one.
const COLUMNS = [
  'No / Nr',
  'Kind / Rodzaj',
  'Code / Kod',
  'Name / Nazwa',
  'Action / Działanie',
  'State / Stan',
  'Field / Pole',
  'Before / Poprzednio',
  'After / Po zmianie',
  'File / Plik',
  'Reason / Powód',
  'Saved / Zapisano',
  'Operation / Operacja',
];
const ACTIONS: Readonly<Record<Action, string>> = {
  create: 'create / dodanie',
  update: 'change / zmiana',
  remove: 'delete / usunięcie',
};
const STATES: Readonly<Record<OpenState, string>> = {
  waiting: 'pending / oczekuje',
  held: 'on hold / wstrzymane',
  sending: 'sending / wysyłane',
  unknown: 'outcome unknown / wynik nieznany',
  refused: 'rejected / odrzucone',
  conflict: 'conflict / konflikt',
};
const NOTHING = [null];

/**
 * Returns the outbox as a CSV sheet separated by `;`.
 *
 * It has one line for each field of each operation.
 */
export function outboxSheet(
  waiting: readonly Waiting[],
  { currency, labels }: Pick<ValueStyle, 'currency' | 'labels'>,
): string {
  const style = { ...PLAIN_ENGLISH, yes: 'yes / tak', no: 'no / nie', currency, labels };
  const cells = waiting
    .flatMap((each, index) => linesOf(each, index, style))
    .map((row) => row.map((value) => (value === null ? '' : cellOf(plainText(value)))));
  return `\ufeff${[COLUMNS, ...cells].map((row) => csvLine(row, ';')).join('')}`;
}

// Numbers and times stay as they are; other text is guarded against conversion by a spreadsheet.
const AS_IT_IS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function cellOf(text: string): string {
  return AS_IT_IS.test(text) ? text : guard(text);
}

function linesOf(each: Waiting, index: number, style: ValueStyle): (Json | null)[][] {
  const { operation, entity, changes } = each;
  const { label, fields } = resourceOf(entity.kind);
  const { state } = operation;
  return (changes.length === 0 ? NOTHING : changes).map((change) => [
    index + 1,
    `${label.en} / ${label.pl}`,
    entity.key,
    entity.title,
    ACTIONS[operation.action],
    Object.hasOwn(STATES, state) ? STATES[state as OpenState] : state,
    change === null ? null : nameOf(change.field, fields[change.field], style),
    change === null ? null : readable(each, fields[change.field], change.before, style),
    change === null ? null : readable(each, fields[change.field], change.after, style),
    filesOf(each, change?.field),
    operation.reason?.text ?? null,
    timeOf(operation.createdAt),
    operation.id,
  ]);
}

function nameOf(name: string, field: Field | undefined, { currency }: ValueStyle): string {
  if (field === undefined) return name;
  const unit = field.unit === 'money' && currency !== '' ? ` (${currency})` : '';
  return `${field.label.en} / ${field.label.pl}${unit}`;
}

// Numbers stay numbers, so that a spreadsheet can calculate with them.
const IN_WORDS: ReadonlySet<FieldType> = new Set(['flag', 'text', 'group']);

function readable(
  each: Waiting,
  field: Field | undefined,
  value: Json | null,
  style: ValueStyle,
): Json | null {
  const isInWords = field !== undefined && IN_WORDS.has(field.type) && value !== null;
  return (isInWords ? valueText(field, value, style) : null) ?? shown(each, value);
}

/** Returns a value with staged files replaced by their names. */
function shown(each: Waiting, value: Json | null): Json | null {
  if (Array.isArray(value))
    return value.map((item) => plainText(shown(each, item) ?? '')).join('\n');
  const ref = fileRef.safeParse(value);
  if (!ref.success) return value;
  return each.uploads.find(({ file }) => file === ref.data.$file)?.name ?? ref.data.$file;
}

function filesOf({ uploads }: Waiting, field: string | undefined): string | null {
  const parts = uploads.filter((upload) => upload.field === field).map(partOf);
  return parts.length === 0 ? null : parts.join('\n');
}

/** Returns the name of a staged file in the export. */
export function partOf(file: { readonly sha256: string; readonly extension: string }): string {
  return `files/${file.sha256}${file.extension}`;
}
