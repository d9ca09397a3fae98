import type { Operation } from '#contract/operations.ts';
import { isProduct } from '#contract/resources/draftRoles.ts';
import { MOST_LISTED, MOST_SENT, passes } from './totals.ts';
import type { Filter } from './totals.ts';

/** The position of a line in its card, so that joined lines share one border. */
export type ClusterPosition = 'alone' | 'first' | 'middle' | 'last';

/** Operations listed together: those of a record, or those of an undo batch. */
export interface Cluster {
  readonly key: string;
  readonly type: 'plan' | 'together' | 'record';
  /** The operation that names the cluster: the product, else the first one. */
  readonly lead: Operation;
  readonly shown: readonly Operation[];
  readonly done: number;
  readonly total: number;
  /** True if parts of the batch are not listed, so that its progress is unknown. */
  readonly isCut: boolean;
}

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
      readonly place: ClusterPosition;
      /** The type of the cluster that contains the line; null outside a cluster. */
      readonly inside: Cluster['type'] | null;
    }
  | {
      readonly type: 'sent';
      readonly key: 'sent';
      readonly count: number;
      /** True if more was sent today than is listed. */
      readonly isCut: boolean;
    }
  | { readonly type: 'more'; readonly key: 'more'; readonly rest: number };

/** The input from which the lines are computed. */
export interface View {
  readonly open: readonly Operation[];
  /** Sent and confirmed operations, newest first. */
  readonly done: readonly Operation[];
  /** Operations sent from this time on are shown as sent today. */
  readonly since: number;
  readonly filter: Filter;
  /** The clusters that the user folded or unfolded against the default of `isOpen`. */
  readonly flipped: ReadonlySet<string>;
  readonly sentShown: number;
}

const LARGE = 12;

/** Returns the lines of the outbox: open operations, oldest first, then those sent today. */
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

/** Returns the folded cluster that hides an operation; null if it is visible or not in the list. */
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
    const products = all.filter(({ kind, action }) => isProduct(kind) && action === 'create');
    // Several products come from an import; a product draft has exactly one.
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

// The range of listed sequence numbers: from the oldest listed sent operation, if that list is cut,
// to the last listed open one.
function listedSpan(open: readonly Operation[], finished: readonly Operation[]): Span {
  const oldest = () => finished.reduce((least, { seq }) => Math.min(least, seq), Infinity);
  return {
    from: finished.length < MOST_SENT ? -Infinity : oldest(),
    to: open[MOST_LISTED - 1]?.seq ?? Infinity,
  };
}

// The operations of a batch are queued at once, so their sequence numbers are consecutive.
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

function line(operation: Operation, place: ClusterPosition, inside: Cluster['type'] | null): Row {
  return { type: 'operation', key: operation.id, operation, place, inside };
}

/**
 * Returns whether a cluster is unfolded: drafts and records by default, large batches on request.
 */
export function isOpen({ key, shown, type }: Cluster, flipped: ReadonlySet<string>): boolean {
  const byItself = type !== 'together' || shown.length <= LARGE;
  return byItself !== flipped.has(key);
}

// If all listed operations were sent today, there may be more that are not listed.
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
