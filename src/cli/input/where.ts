import { invalid } from '#contract/errors.ts';
import type { Filter, Query } from '#contract/procedures.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';

const CONDITION = /^([^=!~<>]+)(!=|<=|>=|=|~|<|>)(.*)$/su;
const OPERATORS: Readonly<Record<string, Filter['op']>> = {
  '=': 'is',
  '!=': 'not',
  '~': 'contains',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/** Reads a condition such as `price<=12,50`, `name~oak` or `model=` (empty). */
export function readCondition(resource: Resource, text: string): Filter {
  const [, field = '', sign = '', value = ''] = CONDITION.exec(text) ?? [];
  const op = OPERATORS[sign];
  if (op === undefined)
    throw invalid([
      { place: '--where', value: show(text), expected: 'FIELD=VALUE, or != ~ < <= > >= for =' },
    ]);
  const found = requireField(resource, field, '--where');
  if (value === '' && (op === 'is' || op === 'not'))
    return { field, op: op === 'is' ? 'empty' : 'filled', value };
  if (found.type === 'flag' && value !== 'true' && value !== 'false')
    throw invalid([{ place: `--where ${field}`, value: show(value), expected: 'true or false' }]);
  return { field, op, value };
}

/** Reads a sort order such as `price` or `price:desc`. */
export function readSort(resource: Resource, text: string): NonNullable<Query['sort']> {
  const [, field = '', direction = 'asc'] = /^([^:]+)(?::(asc|desc))?$/.exec(text) ?? [];
  if (field === '')
    throw invalid([{ place: '--sort', value: show(text), expected: 'FIELD or FIELD:desc' }]);
  requireField(resource, field, '--sort');
  return { field, descending: direction === 'desc' };
}

function requireField(resource: Resource, path: string, place: string): Field {
  const [name = '', part, ...rest] = path.split('.');
  const whole = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const field = part === undefined ? whole : whole?.parts?.[part];
  if (field !== undefined && rest.length === 0) return field;
  const names = Object.keys(resource.fields).join(', ');
  throw invalid([{ place, value: show(path), expected: `a field of ${resource.kind}: ${names}` }]);
}
