import { useEffect, useSyncExternalStore } from 'react';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call, onNewConnection } from '../../../state/core.ts';
import { throttle } from '../../../state/throttle.ts';
import { viewStore } from '../../../state/view.ts';
import { queryOf } from '../../../fields/model/views.ts';
import { listOf } from './listStore.ts';
import { RowStore } from './rowStore.ts';
import type { Rows } from './rowStore.ts';
import type { CabinetClient } from '../../../client/cabinetClient.ts';

const stores = new Map<Kind, RowStore>();
/**
 * Milliseconds; a pull sends an event every hundred rows, and this rate is fast enough for the eye.
 */
const REFRESH_EVERY = 150;
const TYPING_PAUSE = 40;

/** Returns the row store of a kind; it is kept while other screens are shown. */
export function rowStoreOf(kind: Kind): RowStore {
  const known = stores.get(kind);
  if (known !== undefined) return known;
  const store = new RowStore(
    (query) => call('records.list', query),
    (query) => call('records.glance', query),
  );
  stores.set(kind, store);
  return store;
}

interface Asking {
  at: number;
  timer?: ReturnType<typeof setTimeout>;
}

const asking = new Map<Kind, Asking>();

/**
 * Requests the rows of a query, before the list is rendered for it.
 *
 * Keys typed within 40 ms of the last request are combined into one.
 */
export function askFor(query: Query): void {
  const store = rowStoreOf(query.kind);
  const last = asking.get(query.kind) ?? { at: -Infinity };
  asking.set(query.kind, last);
  clearTimeout(last.timer);
  const set = () => {
    if (store.setQuery(query)) last.at = performance.now();
  };
  const wait = last.at + TYPING_PAUSE - performance.now();
  if (store.snapshot().key === null || wait <= 0) set();
  else last.timer = setTimeout(set, wait);
}

/** Returns the rows of a query and updates them on events of the core. */
export function useRows(kind: Kind, query: Query): Rows {
  const store = rowStoreOf(kind);
  const key = JSON.stringify(query);
  useEffect(() => askFor(JSON.parse(key) as Query), [key]);
  useRefresh(kind, store);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** The refresh functions of visible lists; other lists are read again when they are shown. */
const inSight = new Map<Kind, () => void>();
const changed = new Set<Kind>();

/** Updates the lists on events of the core. */
export function followRows(client: CabinetClient): void {
  client.on('records.changed', ({ kind, rows }) => {
    if (rows !== undefined) stores.get(kind)?.put(rows);
    noteChange(kind);
  });
  onNewConnection(() => {
    for (const kind of stores.keys()) noteChange(kind);
  });
}

/**
 * Requests the rows of the first list as soon as the core is connected, while the window is being
 * drawn.
 */
export function readFirstRows(): void {
  const stop = onNewConnection(() => {
    stop();
    const { screen, kind } = viewStore.getState();
    if (screen === 'records') askFor(queryOf(kind, listOf(kind).shape));
  });
}

function noteChange(kind: Kind): void {
  const refresh = inSight.get(kind);
  if (refresh === undefined) changed.add(kind);
  else refresh();
}

function useRefresh(kind: Kind, store: RowStore): void {
  useEffect(() => {
    if (changed.delete(kind)) store.refresh();
    const { run, stop } = throttle(store.refresh, REFRESH_EVERY);
    inSight.set(kind, run);
    return () => {
      inSight.delete(kind);
      changed.add(kind);
      stop();
    };
  }, [store, kind]);
}
