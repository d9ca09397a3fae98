import type { JsonObject, JsonValue } from '../json.ts';
import { NAMES } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import type { Entry } from '../state/collection.ts';
import type { Variant } from '../variant.ts';
import { json } from './answers.ts';
import { present } from './present.ts';
import type { PriceName } from './present.ts';
import type { Page } from './query.ts';
import type { Service } from './service.ts';

/** The whole of a list. */
export const WHOLE: Page = { limit: undefined, offset: 0 };

/**
 * Returns a page of the records that `keep` accepts, with their count (doc §4).
 *
 * The variant sets the order.
 */
export function listAnswer(
  service: Service,
  kind: Kind,
  page: Page,
  keep?: (record: JsonObject) => boolean,
): Response {
  const { variant } = service;
  const entries = service.state.collections[kind].entries();
  const ordered = ORDERS[variant.order](entries, service.chance);
  const kept = keep ? ordered.filter((entry) => keep(entry.record)) : ordered;
  const end = page.limit === undefined ? undefined : page.offset + page.limit;
  const slice = kept.slice(page.offset, end).map((entry) => entry.record);
  return wrappedAnswer(variant, kind, slice, kept.length);
}

/** Returns records under their list key, with the count. */
export function wrappedAnswer(
  variant: Variant,
  kind: Kind,
  records: readonly JsonObject[],
  count: number,
  priceName?: PriceName,
): Response {
  const shown = records.map((record) => present(variant, kind, record, priceName));
  return json(200, { [kind]: shown, ...countOf(variant, kind, count) });
}

/** Returns records as a bare array. */
export function bareAnswer(variant: Variant, kind: Kind, records: readonly JsonObject[]): Response {
  return json(
    200,
    records.map((record) => present(variant, kind, record)),
  );
}

function countOf(variant: Variant, kind: Kind, count: number): Record<string, JsonValue> {
  if (variant.total === 'missing') return {};
  return { [NAMES[kind].total]: variant.total === 'string' ? String(count) : count };
}

const ORDERS: Readonly<
  Record<Variant['order'], (entries: Entry[], chance: () => number) => Entry[]>
> = {
  append: (entries) => entries,
  newest: (entries) => entries.reverse(),
  recentlyEdited: (entries) => entries.sort((a, b) => b.touched - a.touched),
  unstable: shuffle,
};

function shuffle(entries: Entry[], chance: () => number): Entry[] {
  return entries
    .map((entry) => ({ entry, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}
