import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { Purpose } from '#contract/values.ts';
import { listOf } from './overlay.ts';
import { fileItems, holdsItem, sameItem } from './patch.ts';
import type { Patch } from './patch.ts';

/**
 * Adds the wanted order of file lists to a patch.
 *
 * Throws `invalid` if files that the service holds were reordered: no update body of the document
 * carries an order.
 */
export function withOrders(
  resource: Resource,
  shown: JsonObject,
  values: JsonObject,
  patch: Patch,
  purpose: Purpose,
): Patch {
  const files: Patch['files'] = { ...patch.files };
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name];
    if (field?.type !== 'files') continue;
    const [before, wanted] = [listOf(own(shown, name)), listOf(value)];
    const created = purpose === 'draft' && field.create !== 'never';
    if (!created) refuseReorder(name, before, wanted);
    const change = files[name] ?? { add: [], remove: [] };
    if (change.add.length === 0 && change.remove.length === 0 && sameOrder(before, wanted))
      continue;
    files[name] = { ...change, order: fileItems.parse(wanted) };
  }
  return { ...patch, files };
}

/** Returns the patch without orders, as it is stored and sent. */
export function withoutOrders(patch: Patch): Patch {
  const files = Object.entries(patch.files)
    .filter(([, { add, remove }]) => add.length > 0 || remove.length > 0)
    .map(([name, { add, remove }]) => [name, { add, remove }] as const);
  return { ...patch, files: Object.fromEntries(files) };
}

function refuseReorder(name: string, before: readonly Json[], wanted: readonly Json[]): void {
  const sent = (item: Json) => typeof item === 'string';
  const kept = before.filter((item) => sent(item) && holdsItem(wanted, item));
  const asked = wanted.filter((item) => sent(item) && holdsItem(before, item));
  if (sameOrder(kept, asked)) return;
  throw invalid([
    {
      place: name,
      value: 'another order',
      ...expecting('serverOrder'),
    },
  ]);
}

function sameOrder(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => sameItem(item, b[index] ?? null));
}
