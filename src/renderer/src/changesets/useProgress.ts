import { useEffect, useState } from 'react';
import type { EventData } from '#contract/events.ts';
import { call, useCore } from '../state/core.ts';

export type Progress = EventData<'plans.progress'>;

/** How far the work of a plan is while it runs; null before its first word and after its end. */
export function useProgress(running: boolean, plan: string | null): Progress | null {
  const client = useCore((core) => core.client);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    if (client === null || !running) return undefined;
    const stop = client.on('plans.progress', (data) => {
      if (plan === null || data.plan === plan) setProgress(data);
    });
    return () => {
      stop();
      setProgress(null);
    };
  }, [client, running, plan]);
  return progress;
}

/** Stops the work of a plan, or of whatever runs; what was looked at stays in sight. */
export function stopWork(plan: string | null): void {
  // Whatever was running is over already when this is refused.
  void call('plans.stop', plan === null ? {} : { plan }).catch(() => {});
}
