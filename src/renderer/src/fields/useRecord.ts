import { useCallback, useEffect, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Operation } from '#contract/operations.ts';
import type { CachedRecord } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call, onNewConnection, useCore } from '../state/core.ts';
import { useLatest } from '../ui/useLatest.ts';

/** A record with its open operations, read at the same time. */
export interface Loaded {
  readonly kind: Kind;
  /** The id that it was requested by. */
  readonly ref: string;
  readonly record: CachedRecord;
  readonly operations: readonly Operation[];
}

/** The state of a record; `loaded` may still be the previous one while the next is loading. */
export interface RecordState {
  readonly loaded: Loaded | null;
  readonly error: AppError | null;
  readonly reload: () => Promise<void>;
}

/** Reads a record and keeps it up to date; the previous record stays until the next is loaded. */
export function useRecord(kind: Kind, ref: string): RecordState {
  const client = useCore((core) => core.client);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const reload = useCallback(async () => {
    try {
      const [record, { operations }] = await Promise.all([
        call('records.get', { kind, ref }),
        call('outbox.list', { kind, record: ref }),
      ]);
      return { kind, ref, record, operations };
    } catch (thrown) {
      return asAppError(thrown);
    }
  }, [kind, ref]);
  const take = useCallback((answer: Loaded | AppError) => {
    if ('record' in answer) setLoaded(answer);
    setError('record' in answer ? null : answer);
  }, []);
  useEffect(() => {
    if (client === null) return undefined;
    let live = true;
    const ask = () =>
      void reload().then((answer) => {
        if (live) take(answer);
      });
    ask();
    const off = client.on('records.changed', (data) => {
      if (data.kind === kind) ask();
    });
    const offConnection = onNewConnection(ask);
    return () => {
      live = false;
      off();
      offConnection();
    };
  }, [client, kind, reload, take]);
  const wanted = useLatest(reload);
  const again = useCallback(async () => {
    const answer = await reload();
    // If another record was requested meanwhile, the answer is dropped.
    if (wanted.current === reload) take(answer);
  }, [reload, take, wanted]);
  return { loaded, error, reload: again };
}
