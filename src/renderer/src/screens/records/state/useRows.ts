import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call, onNewConnection, useCore } from '../../../state/core.ts';
import { RowStore } from './rowStore.ts';
import type { Rows } from './rowStore.ts';

const stores = new Map<Kind, RowStore>();
/** A pull gives notice after every hundred rows; the eye needs no more than this. */
const REFRESH_EVERY = 150;
const TYPING_PAUSE = 40;

/** The rows of a kind, kept while other screens are shown. */
export function rowStoreOf(kind: Kind): RowStore {
  const known = stores.get(kind);
  if (known !== undefined) return known;
  const store = new RowStore((query) => call('records.list', query));
  stores.set(kind, store);
  return store;
}

/** The rows of a list for a query, true to the core's notices. */
export function useRows(kind: Kind, query: Query): Rows {
  const store = rowStoreOf(kind);
  const key = JSON.stringify(query);
  const askedAt = useRef(-Infinity);
  useEffect(() => {
    const set = () => {
      askedAt.current = performance.now();
      store.setQuery(JSON.parse(key) as Query);
    };
    // What is typed fast is asked once; a single key never waits.
    const wait = askedAt.current + TYPING_PAUSE - performance.now();
    if (store.snapshot().key === null || wait <= 0) return set();
    const timer = setTimeout(set, wait);
    return () => clearTimeout(timer);
  }, [store, key]);
  useRefresh(kind, store);
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

function useRefresh(kind: Kind, store: RowStore): void {
  const client = useCore((core) => core.client);
  useEffect(() => {
    if (client === null) return undefined;
    store.refresh();
    const { run, stop } = spaced(store.refresh);
    const off = client.on('records.changed', (data) => {
      if (data.kind === kind) run();
    });
    return () => {
      off();
      stop();
    };
  }, [client, store, kind]);
  useEffect(() => onNewConnection(store.refresh), [store]);
}

// The first notice is answered at once, those that follow it together.
function spaced(act: () => void): { run: () => void; stop: () => void } {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    if (timer !== undefined) return;
    const wait = Math.max(last + REFRESH_EVERY - Date.now(), 0);
    timer = setTimeout(() => {
      timer = undefined;
      last = Date.now();
      act();
    }, wait);
  };
  return { run, stop: () => clearTimeout(timer) };
}
