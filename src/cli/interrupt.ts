import type { Core } from '#core/app/core.ts';
import { EXIT } from './exitCodes.ts';
import type { Shell } from './shell.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The result of work that the user can stop. */
export interface Stoppable<T> {
  readonly result: T;
  readonly stopped: boolean;
}

/**
 * Runs a push or a pull that signals can stop.
 *
 * The first signal stops it in order, the second ends the program at once.
 */
export async function stoppable<T>(
  shell: Shell,
  core: Core,
  work: () => Promise<T>,
): Promise<Stoppable<T>> {
  let stopped = false;
  const stop = () => {
    if (stopped) process.exit(EXIT.interrupted);
    stopped = true;
    shell.say('Stopping after the current requests. Press again to stop immediately.');
    void core.call('sync.stop', {});
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return { result: await work(), stopped };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/** Resolves when a signal asks the program to end. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
}
