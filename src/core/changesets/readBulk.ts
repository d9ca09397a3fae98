import { signOf } from '#contract/decimal.ts';
import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting, expectingMessage } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { isNumeric, readTyped } from '#contract/numbers.ts';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';
import { fieldAt, pathsOf } from '../record/fieldPaths.ts';

/**
 * Parses the typed numbers of a bulk change.
 *
 * Throws `invalid` for a change that no record of the kind accepts. With `unsent`, records that are
 * not created yet count too.
 */
export function readBulk(resource: Resource, change: BulkChange, unsent = false): BulkChange {
  const field = changedField(resource, change, unsent);
  if (change.code === 'set') return { ...change, value: readSet(field, change) };
  if (change.code !== 'add' && change.code !== 'percent') return change;
  const issues: Issue[] = [];
  const given = change.code === 'add' ? change.amount : change.percent;
  const amount = readAmount(given, change.code, issues);
  const round = readRounding(change.round?.to, issues);
  if (issues.length > 0) throw invalid(issues);
  return change.code === 'add'
    ? { ...change, amount, ...round }
    : { ...change, percent: amount, ...round };
}

/** Returns the field of a bulk change; throws when it cannot be changed so. */
export function changedField(resource: Resource, change: BulkChange, unsent: boolean): Field {
  const field = fieldAt(resource, change.field);
  const owner = resource.fields[change.field.split('.', 1)[0] ?? ''];
  const refuse = (value: string, expected: Expected) =>
    invalid([{ place: change.field, value, ...expected }]);
  if (field === null || owner === undefined || field.parts !== undefined) {
    const names = pathsOf(resource).map(([path]) => path);
    throw refuse(JSON.stringify(change.field), expecting('oneOf', { list: names.join(', ') }));
  }
  const isTaken = owner.update || (unsent && owner.create !== 'never');
  if (!isTaken) throw refuse(change.code, expecting('unchangeable'));
  const isText = field.type === 'text' || field.type === 'longText';
  if (change.code === 'clear' && !isText) throw refuse('clear', expecting('notEmptied'));
  if (change.code === 'replace' && !isText) throw refuse('replace', expecting('textField'));
  if ((change.code === 'add' || change.code === 'percent') && !isNumeric(field))
    throw refuse(change.code, expecting('numberField'));
  return field;
}

function readSet(field: Field, change: Extract<BulkChange, { code: 'set' }>): Json {
  const { field: place, value } = change;
  const refuse = (expected: Expected) => invalid([{ place, value: show(value), ...expected }]);
  if (typeof value === 'string' && isNumeric(field)) {
    const read = readTyped(value, '.', field.unit);
    if ('fault' in read) throw refuse(read.fault);
    return read.decimal;
  }
  const parsed = field.schema.safeParse(value);
  if (!parsed.success) throw refuse(expectingMessage(parsed.error.issues[0]?.message ?? ''));
  return value;
}

function readAmount(text: string, place: string, issues: Issue[]): string {
  const read = readTyped(text, '.');
  if ('decimal' in read) return read.decimal;
  issues.push({ place, value: show(text), ...read.fault });
  return text;
}

function readRounding(text: string | undefined, issues: Issue[]): { round?: { to: string } } {
  if (text === undefined) return {};
  const read = readTyped(text, '.');
  if ('decimal' in read && signOf(read.decimal) === 1) return { round: { to: read.decimal } };
  issues.push({
    place: 'round',
    value: show(text),
    ...expecting('aboveZero', { example: '0.10' }),
  });
  return {};
}
