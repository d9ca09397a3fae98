import { useEffect, useState } from 'react';
import type { EventData } from '#contract/events.ts';
import { call, useCore } from '../state/core.ts';

export type Progress = EventData<'changesets.progress'>;

/** Returns the progress of a changeset; null before its first event and after its end. */
export function useProgress(running: boolean, plan: string | null): Progress | null {
  const client = useCore((core) => core.client);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (client === null || !running) return undefined;
    const stop = client.on('changesets.progress', (data) => {
      if (plan === null || data.plan === plan) setProgress(data);
    });
    return () => {
      stop();
      setProgress(null);
    };
  }, [client, running, plan]);
  return progress;
}

/**
 * Stops the work of one changeset, or the one in progress; a preview keeps the rows processed so
 * far.
 */
export function stopWork(plan: string | null): void {
  // If the call fails, the work is over already.
  void call('changesets.stop', plan === null ? {} : { plan }).catch(() => {});
}
