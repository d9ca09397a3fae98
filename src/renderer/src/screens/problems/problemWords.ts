import type { TFunction } from 'i18next';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Problem, Rule } from '#contract/problems.ts';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { statusLabel } from '#contract/statusLabels.ts';
import { decimalText, priceText } from '#contract/valueText.ts';
import { errorText } from '../../ui/ErrorNotice.tsx';
import { fieldOf, labelOf } from '../../fields/values/values.ts';
import type { Wording } from '../../fields/values/values.ts';
import { plain } from '../../fields/values/plain.ts';

/** A fix that was not queued. */
export type Skipped = Output<'problems.fix'>['skipped'][number];
type Told = Pick<Problem, 'rule' | 'kind' | 'field' | 'params'>;

/** Returns a sentence about the problem in the current language. */
export function sentenceOf(t: TFunction, words: Wording, problem: Told): string {
  return t(`problems.rules.${problem.rule}.sentence`, valuesOf[problem.rule](problem, words, t));
}

/** Returns the result of queueing fixes: the number queued and the number left out. */
export function fixedText(
  t: TFunction,
  { queued, skipped }: { readonly queued: number; readonly skipped: readonly unknown[] },
): string {
  const done = t('problems.fix.done', { count: queued });
  const left = skipped.length;
  return left === 0 ? done : `${done}, ${t('problems.fix.skipped', { count: left })}`;
}

/** Returns the reason why a fix was not queued. */
export function skippedText(t: TFunction, { why, error }: Pick<Skipped, 'why' | 'error'>): string {
  if (why !== 'refused') return t(`problems.fix.why.${why}`);
  return error === undefined ? t('errors.state.title') : errorText(t, error);
}

/** Returns the labels of a field path: `Materials · front`; an unknown name stays as it is. */
export function placeName(kind: Kind, place: string, words: Pick<Wording, 'label'>): string {
  const [first, ...rest] = place.split('.').map(splitIndex);
  if (first === undefined) return place;
  const parts = fieldOf(kind, first.name)?.parts;
  const names = rest.map(({ name, index }) => {
    const part = parts === undefined || !Object.hasOwn(parts, name) ? undefined : parts[name];
    return (part === undefined ? name : words.label(part.label)) + index;
  });
  return [labelOf(kind, first.name, words) + first.index, ...names].join(' · ');
}

// Indexes are shown from 1.
function splitIndex(step: string): { readonly name: string; readonly index: string } {
  const [, name = step, index] = /^(.+)\[(\d+)\]$/u.exec(step) ?? [];
  return { name, index: index === undefined ? '' : ` ${Number(index) + 1}` };
}

type Values = Record<string, string | number>;
type Reader = (problem: Told, words: Wording, t: TFunction) => Values;

const named: Reader = ({ kind, params }, words) => ({
  place: placeName(kind, textAt(params, 'place'), words),
  code: textAt(params, 'code'),
});
const nothing: Reader = () => ({});

// Each rule has its own parameters: the values for its sentence are read only here.
const valuesOf: Readonly<Record<Rule, Reader>> = {
  'same-code': ({ params }, _words, t) => ({
    code: textAt(params, 'code'),
    others: t('problems.others', { count: Math.max(listAt(params, 'others').length, 1) }),
  }),
  'unknown-material': named,
  'unknown-fitting': named,
  'unknown-edge-band': named,
  'unknown-record': named,
  'file-not-held': ({ kind, field, params }, words) => ({
    field: placeName(kind, field, words),
    path: textAt(params, 'path'),
  }),
  'wrong-type': ({ kind, field, params }, words, t) => ({
    field: placeName(kind, field, words),
    value: JSON.stringify(params['value'] ?? null),
    expected: expectedName(t, textAt(params, 'expected')),
  }),
  'price-missing': nothing,
  'price-zero': ({ params }, words) => ({ value: priceAt(params, 'value', words) }),
  'price-outlier': ({ params }, words) => ({
    value: priceAt(params, 'value', words),
    low: priceAt(params, 'low', words),
    high: priceAt(params, 'high', words),
    group: textAt(params, 'group'),
    size: Number(params['size'] ?? 0),
  }),
  'no-picture': nothing,
  'no-model': nothing,
  'size-missing': ({ kind, field, params }, words) => ({
    parts: listAt(params, 'parts')
      .map((part) => lastPart(kind, field, plain(part), words))
      .join(', '),
  }),
  'size-unlike-model': ({ params }, words) => ({
    stored: sizes(params, 'stored', words),
    model: sizes(params, 'model', words),
  }),
  'near-name': ({ params }) => {
    const name = textAt(params, 'otherName') || textAt(params, 'name');
    const key = textAt(params, 'otherKey');
    return { other: key === '' ? name : `${name} (${key})` };
  },
  'unknown-status': ({ params }, { labels }) => ({
    value: statusLabel(labels, params['value']) ?? textAt(params, 'value'),
    known: listAt(params, 'known')
      .map((each) => statusLabel(labels, each) ?? plain(each))
      .join(', '),
  }),
  'stock-low': ({ params }, words) => ({
    stock: decimalAt(params, 'stock', words),
    limit: decimalAt(params, 'limit', words),
  }),
};

const EXPECTED = [
  'text',
  'longText',
  'number',
  'decimal',
  'flag',
  'date',
  'color',
  'file',
  'files',
  'group',
  'list',
  'object',
] as const;

/** Returns the name of the type that a field expects. */
export function expectedName(t: TFunction, type: string): string {
  const known = EXPECTED.find((each) => each === type);
  return t(`problems.expected.${known ?? 'other'}`);
}

function lastPart(kind: Kind, field: string, part: string, words: Wording): string {
  if (field === '' || fieldOf(kind, part) !== undefined) return placeName(kind, part, words);
  return placeName(kind, `${field}.${part}`, words).split(' · ').at(-1) ?? part;
}

function textAt(params: JsonObject, name: string): string {
  const value = params[name];
  return value === undefined || value === null ? '' : plain(value);
}

function listAt(params: JsonObject, name: string): readonly Json[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

function priceAt(params: JsonObject, name: string, words: Wording): string {
  const value = params[name];
  return isAmount(value) ? priceText(words, value) : textAt(params, name);
}

function decimalAt(params: JsonObject, name: string, words: Wording): string {
  const value = params[name];
  return isAmount(value) ? decimalText(words.locale, value) : textAt(params, name);
}

function sizes(params: JsonObject, name: string, words: Wording): string {
  return listAt(params, name)
    .map((side) => (isAmount(side) ? decimalText(words.locale, side) : plain(side)))
    .join(' × ');
}

function isAmount(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
