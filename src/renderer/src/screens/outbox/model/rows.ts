import type { Operation } from '#contract/operations.ts';
import { MOST_LISTED, MOST_SENT, passes } from './totals.ts';
import type { Filter } from './totals.ts';

/** Where a line stands in its card, so that joined lines share one border. */
export type Place = 'alone' | 'first' | 'middle' | 'last';

/** Operations that belong together: one record's, or one plan's (a product with its parts). */
export interface Cluster {
  readonly key: string;
  readonly type: 'plan' | 'together' | 'record';
  /** The operation that names the whole: the product, else the first one. */
  readonly lead: Operation;
  readonly shown: readonly Operation[];
  readonly done: number;
  readonly total: number;
  /** More of it was sent before, or waits behind, than is listed: how far it has come is not known. */
  readonly isCut: boolean;
}

/** One line of the outbox. */
export type Row =
  | {
      readonly type: 'cluster';
      readonly key: string;
      readonly cluster: Cluster;
      readonly open: boolean;
    }
  | {
      readonly type: 'operation';
      readonly key: string;
      readonly operation: Operation;
      readonly place: Place;
      /** It stands under a cluster's head, which names the record already. */
      readonly inside: Cluster['type'] | null;
    }
  | {
      readonly type: 'sent';
      readonly key: 'sent';
      readonly count: number;
      /** More was sent today than is listed. */
      readonly isCut: boolean;
    }
  | { readonly type: 'more'; readonly key: 'more'; readonly rest: number };

/** Everything on which the lines depend. */
export interface View {
  readonly open: readonly Operation[];
  /** Sent and confirmed, newest first. */
  readonly done: readonly Operation[];
  /** What was sent from this time on is shown under "sent today". */
  readonly since: number;
  readonly filter: Filter;
  /** Clusters whose fold differs from what `opensByItself` says. */
  readonly flipped: ReadonlySet<string>;
  readonly sentShown: number;
}

const LARGE = 12;

/** The lines of the outbox, oldest work first, then what was sent today. */
export function rowsOf(view: View): readonly Row[] {
  const clusters = clustersOf(view.open, view.done, view.filter);
  const placed = new Set(clusters.flatMap(({ shown }) => shown.map(({ id }) => id)));
  const today = view.filter === 'all' ? view.done : [];
  const sent = today.filter(({ id, updatedAt }) => updatedAt >= view.since && !placed.has(id));
  return [
    ...clusters.flatMap((cluster) => linesOf(cluster, view.flipped)),
    ...sentLines(sent, view, today.length >= MOST_SENT && isAllOfToday(today, view)),
  ];
}

/** The folded cluster in which a line is hidden; null where it stands in the list, or nowhere. */
export function foldedAround(rows: readonly Row[], id: string): string | null {
  if (rows.some(({ key }) => key === id)) return null;
  const around = rows.find(
    (row) => row.type === 'cluster' && row.cluster.shown.some((each) => each.id === id),
  );
  return around?.key ?? null;
}

function clustersOf(
  open: readonly Operation[],
  finished: readonly Operation[],
  filter: Filter,
): readonly Cluster[] {
  const wanted = new Set(open.map(({ group }) => group));
  const mates = finished.filter(({ group }) => group !== null && wanted.has(group));
  const groups = groupSizes([...open, ...mates]);
  const keyOf = (each: Operation) =>
    each.group !== null && (groups.get(each.group) ?? 0) > 1
      ? `g:${each.group}`
      : `r:${each.recordId}`;
  const span = listedSpan(open, finished);
  const byKey = Map.groupBy(open, keyOf);
  const doneByKey = Map.groupBy(mates, keyOf);
  return [...byKey].flatMap(([key, members]) => {
    const done = key.startsWith('g:') ? (doneByKey.get(key) ?? []) : [];
    const all = [...done, ...members].sort((a, b) => a.seq - b.seq);
    const shown = filter === 'all' ? all : members.filter((each) => passes(filter, each));
    const [first] = shown;
    if (first === undefined) return [];
    const products = all.filter(({ kind, action }) => kind === 'products' && action === 'create');
    // Several were imported together: a plan is of one.
    const product = products.length === 1 ? products[0] : undefined;
    const type = key.startsWith('r:') ? 'record' : product === undefined ? 'together' : 'plan';
    const lead = type === 'plan' ? (product ?? first) : first;
    const isCut = key.startsWith('g:') && reachesPast(span, all);
    const counts = { done: done.length, total: all.length, isCut };
    return [{ key, type, lead, shown, ...counts } as const];
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

// From the oldest listed of a list of sent ones that is cut, to the end of what waits.
function listedSpan(open: readonly Operation[], finished: readonly Operation[]): Span {
  const oldest = () => finished.reduce((least, { seq }) => Math.min(least, seq), Infinity);
  return {
    from: finished.length < MOST_SENT ? -Infinity : oldest(),
    to: open[MOST_LISTED - 1]?.seq ?? Infinity,
  };
}

// A group is queued at once, so that its numbers follow each other.
function reachesPast({ from, to }: Span, group: readonly Operation[]): boolean {
  const [first, last] = [group[0], group.at(-1)];
  return first !== undefined && last !== undefined && (first.seq <= from || last.seq >= to);
}

function groupSizes(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { group } of operations)
    if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return sizes;
}

function linesOf(cluster: Cluster, flipped: ReadonlySet<string>): readonly Row[] {
  const { key, shown, type } = cluster;
  const alone = shown.length === 1 && type === 'record';
  if (alone) return shown.map((operation) => line(operation, 'alone', null));
  const open = isOpen(cluster, flipped);
  const head = { type: 'cluster', key, cluster, open } as const;
  if (!open) return [head];
  return [
    head,
    ...shown.map((operation, index) =>
      line(operation, index === shown.length - 1 ? 'last' : 'middle', type),
    ),
  ];
}

function line(operation: Operation, place: Place, inside: Cluster['type'] | null): Row {
  return { type: 'operation', key: operation.id, operation, place, inside };
}

/** A plan or a record shows its lines at once; a large group only when it is asked to. */
export function isOpen({ key, shown, type }: Cluster, flipped: ReadonlySet<string>): boolean {
  const byItself = type !== 'together' || shown.length <= LARGE;
  return byItself !== flipped.has(key);
}

// The last one listed was sent today as well: there may be others behind it.
function isAllOfToday(done: readonly Operation[], { since }: View): boolean {
  return done.every(({ updatedAt }) => updatedAt >= since);
}

function sentLines(
  sent: readonly Operation[],
  { sentShown }: View,
  isCut: boolean,
): readonly Row[] {
  if (sent.length === 0) return [];
  const shown = sent.slice(0, sentShown).map((each) => line(each, 'alone', null));
  const rest = sent.length - shown.length;
  const more = rest > 0 ? [{ type: 'more', key: 'more', rest } as const] : [];
  return [{ type: 'sent', key: 'sent', count: sent.length, isCut }, ...shown, ...more];
}
