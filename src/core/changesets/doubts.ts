import { isNumeric } from '#contract/numbers.ts';
import { parseDecimal, signOf } from '#contract/decimal.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { ruleIssues } from '#contract/rules.ts';
import { fieldAt, nested } from '../record/fieldPaths.ts';
import type { FieldChange } from '../record/diff.ts';
import type { ServiceFactStore } from '../store/serviceFactStore.ts';

/** Warnings that the user should read before a row is queued. */
export interface Doubts {
  readonly warnings: readonly Issue[];
  /** The row is not ticked by default. */
  readonly asks: boolean;
}

const NONE: Doubts = { warnings: [], asks: false };

/**
 * A price that more than doubles, or falls below half, is more often a typing error than intended.
 */
const MUCH = 2;

/**
 * Returns warnings about negative amounts and large price changes.
 *
 * A row with a negative amount must be ticked by the user; a large price change only adds a
 * warning.
 */
function doubtsOf(
  resource: Resource,
  changes: readonly FieldChange[],
  placeOf: (path: string) => string,
): Doubts {
  const warnings: Issue[] = [];
  let asks = false;
  for (const { field: path, before, after } of changes) {
    const field = fieldAt(resource, path);
    if (field === null || !isAmount(field)) continue;
    const [old, now] = [decimalIn(before), decimalIn(after)];
    if (now === null) continue;
    if (signOf(now) === -1 && (old === null || signOf(old) !== -1)) {
      warnings.push({ place: placeOf(path), value: now, ...expecting('notNegative') });
      asks = true;
      continue;
    }
    const much =
      field.unit === 'money' && old !== null ? muchChange(Number(old), Number(now)) : null;
    if (much !== null)
      warnings.push({
        place: placeOf(path),
        value: now,
        ...expecting('nearPrice', { before: old ?? '', percent: much }),
      });
  }
  return { warnings, asks };
}

interface RowDoubts {
  readonly facts: Pick<ServiceFactStore, 'rules'>;
  readonly purpose: 'create' | 'update';
  readonly placeOf?: (path: string) => string;
  /** The user chose the amount, so its size needs no warning. */
  readonly isChosen?: boolean;
}

/**
 * Returns the warnings about a row: amounts, and values that the service refused in other records.
 *
 * A row with a refused value must be ticked by the user.
 */
export function rowDoubts(
  resource: Resource,
  changes: readonly FieldChange[],
  { facts, purpose, placeOf = (path) => path, isChosen = false }: RowDoubts,
): Doubts {
  const amounts = isChosen ? NONE : doubtsOf(resource, changes, placeOf);
  const given = changes.map(({ field, after }) => [field, after ?? ''] as const);
  const values = nested(Object.fromEntries(given));
  const refused = ruleIssues(resource, values, facts.rules(resource.kind), purpose);
  if (refused.length === 0) return amounts;
  const told = refused.map((issue) => ({ ...issue, place: placeOf(issue.place) }));
  return { warnings: [...told, ...amounts.warnings], asks: true };
}

/** Returns whether a field holds an amount that cannot be negative. */
function isAmount(field: Field): boolean {
  return field.signed !== true && (isNumeric(field) || field.unit !== undefined);
}

function decimalIn(value: Json | null): string | null {
  return typeof value === 'string' || typeof value === 'number'
    ? parseDecimal(String(value))
    : null;
}

/** Returns the signed price change in per cent, or null when it is usual. */
function muchChange(before: number, now: number): string | null {
  if (before <= 0 || (now < before * MUCH && now > before / MUCH)) return null;
  const percent = Math.round((now / before - 1) * 100);
  return percent > 0 ? `+${percent}` : String(percent);
}
