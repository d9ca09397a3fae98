import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { EventName } from '#contract/events.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { onNewConnection, useCore } from './core.ts';
import { Query } from './query.ts';
import type { Answer, Ask } from './query.ts';
import { throttle } from './throttle.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

interface Options<N extends ProcedureName> {
  /** Notices that make the query ask again. */
  readonly refreshOn?: readonly EventName[];
  /** Limits `records.changed` to this kind. */
  readonly kind?: Kind;
  /** False drops the old answer as soon as the input changes, as for another record. */
  readonly keep?: boolean;
  /**
   * How to ask when one call does not return everything.
   *
   * Must be a stable function.
   */
  readonly how?: Ask<N>;
  /**
   * Returns the pause between two calls after notices, in milliseconds, from the last answer.
   *
   * Must be a stable function.
   */
  readonly pause?: (answer: Answer<Output<N>>) => number;
}

const NO_EVENTS: readonly EventName[] = [];

/**
 * Returns the answer of a procedure and keeps it up to date.
 *
 * A null input asks nothing. The last answer stays while the next call runs, so that the screen
 * does not flicker: `const list = useProcedure('records.list', { kind }, { refreshOn:
 * ['records.changed'], kind })`.
 */
export function useProcedure<N extends ProcedureName>(
  name: N,
  input: Input<N> | null,
  options: Options<N> = {},
): Answer<Output<N>> & { readonly refresh: () => void } {
  const client = useCore((core) => core.client);
  const [query] = useState(() => new Query(name, options.how));
  const answer = useSyncExternalStore(query.subscribe, query.answer);
  const key = input === null ? null : JSON.stringify(input);
  const { refreshOn = NO_EVENTS, kind, keep = true, pause } = options;
  useEffect(() => {
    if (client === null) return;
    // Compares inputs by JSON, so that an equal input in a new object is not asked again.
    if (key === null) query.reset();
    else query.ask(client, JSON.parse(key) as Input<N>, keep);
  }, [client, query, key, keep]);
  useEffect(() => onNewConnection(query.refresh), [query]);
  const calm = useMemo(
    () => (pause === undefined ? undefined : () => pause(query.answer())),
    [pause, query],
  );
  useEvents(client, refreshOn, { kind, calm, listener: query.refresh });
  return { ...answer, refresh: query.refresh };
}

interface Listening {
  readonly kind: Kind | undefined;
  readonly calm: (() => number) | undefined;
  readonly listener: () => void;
}

function useEvents(
  client: CabinetClient | null,
  names: readonly EventName[],
  { kind, calm, listener: act }: Listening,
): void {
  const list = names.join(' ');
  useEffect(() => {
    if (client === null || list === '') return undefined;
    const spacing = calm === undefined ? null : throttle(act, calm);
    const listener = spacing?.run ?? act;
    const stops = (list.split(' ') as EventName[]).map((name) =>
      name === 'records.changed'
        ? client.on(name, (data) => {
            if (kind === undefined || data.kind === kind) listener();
          })
        : client.on(name, listener),
    );
    return () => {
      spacing?.stop();
      for (const stop of stops) stop();
    };
  }, [client, list, kind, calm, act]);
}
