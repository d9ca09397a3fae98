import { asAppError } from '#contract/errors.ts';
import type { Clock, Log } from '../../platform/platform.ts';
import type { Core } from '../coreApi.ts';

/** The longest time to find out whether something can be sent, in milliseconds. */
const LOOK_MS = 3_000;
/** The longest time in which a window passes on its typed text, in milliseconds. */
const TYPED_MS = 2_000;
/** The longest time for the last send, in milliseconds. What is not sent then stays pending. */
const SEND_MS = 60_000;

/** The questions and messages of a shell that is about to end. */
export interface LastSendPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Lets the window save its typed text, which is a change like any other; without it, none is. */
  readonly saveTyped?: () => Promise<void>;
  /** Asks whether to send this number of changes; for the setting `ask`. The signal ends it. */
  readonly ask: (count: number, over: AbortSignal) => Promise<boolean>;
  /**
   * Says that changes are being sent; resolves when the user wants to close now.
   *
   * The signal ends the message.
   */
  readonly show: (count: number, over: AbortSignal) => Promise<void>;
  /** The end of the system's session: there is no time left to ask or to send. */
  readonly sessionEnd?: AbortSignal;
}

/**
 * Sends the changes that are ready before the program ends, as the setting `sendOnQuit` says.
 *
 * Never rejects, and ends after a minute at the latest. Closing the core ends a push that still
 * runs; its changes stay in the outbox.
 */
export async function sendBeforeQuit(
  core: Pick<Core, 'call'>,
  { clock, log, saveTyped, ask, show, sessionEnd }: LastSendPorts,
): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  sessionEnd?.addEventListener('abort', end);
  if (sessionEnd?.aborted === true) end();
  try {
    // A field that still has the focus gets no other sign that the user leaves.
    const typed = () => Promise.race([saveTyped?.(), clock.sleep(TYPED_MS, over.signal)]);
    const ready = readyChanges(core, typed);
    const looked = await Promise.race([ready, clock.sleep(LOOK_MS, over.signal)]);
    if (looked === undefined || looked.count === 0) return;
    if (looked.mode === 'ask') {
      const agrees = await Promise.race([ask(looked.count, over.signal), ended(over.signal)]);
      if (!agrees) return;
    }
    if (over.signal.aborted) return;
    const sent = core.call('sync.pushReady', {});
    const limit = clock.sleep(SEND_MS, over.signal);
    await Promise.race([sent, limit, show(looked.count, over.signal)]);
  } catch (thrown) {
    log('warn', `The last send before closing ended: ${asAppError(thrown).message}`);
  } finally {
    sessionEnd?.removeEventListener('abort', end);
    over.abort();
  }
}

/** Resolves to false when a signal is aborted. */
function ended(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}

async function readyChanges(core: Pick<Core, 'call'>, saveTyped: () => Promise<void>) {
  const { sendOnQuit: mode } = await core.call('settings.get', {});
  if (mode === 'never') return { mode, count: 0 };
  await saveTyped();
  const { count } = await core.call('sync.ready', {});
  return { mode, count };
}
