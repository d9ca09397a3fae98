import { useCallback, useEffect, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Operation } from '#contract/operations.ts';
import type { CachedRecord } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call, onNewConnection, useCore } from '../state/core.ts';
import { useLatest } from '../ui/useLatest.ts';

/** One record with its open operations, both of one moment. */
export interface Loaded {
  readonly kind: Kind;
  /** By what it was asked for. */
  readonly ref: string;
  readonly record: CachedRecord;
  readonly operations: readonly Operation[];
}

/** A record as far as it is known. `loaded` may be the one before while the next is on its way. */
export interface RecordState {
  readonly loaded: Loaded | null;
  readonly error: AppError | null;
  readonly reload: () => Promise<void>;
}

/** Reads a record and keeps it true; the record before stays in sight until the next is here. */
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
    // Who has gone on meanwhile is not taken back.
    if (wanted.current === reload) take(answer);
  }, [reload, take, wanted]);
  return { loaded, error, reload: again };
}
