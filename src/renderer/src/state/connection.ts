import type { Client } from '#contract/rpc/connect.ts';
import { call } from './core.ts';
import { statusStore } from './status.ts';

/** Checks whether the service answers and stores the result. */
export function checkConnection(): void {
  call('connection.check', {})
    .then(({ state }) => statusStore.setState({ connection: state }))
    // The window itself shows that the core has stopped.
    .catch(() => undefined);
}

/** Reads the mode and the next attempts of automatic sync, after a new connection. */
export function readAutomatic(): void {
  call('sync.automatic', {})
    .then((automatic) => statusStore.setState({ automatic }))
    // The window itself shows that the core has stopped.
    .catch(() => undefined);
}

/**
 * Checks the connection after a sign-in, on window focus and on network changes.
 *
 * The core notices everything else.
 */
export function followConnection(client: Client): void {
  client.on('session.changed', ({ signedIn }) => {
    if (signedIn) checkConnection();
  });
  for (const event of ['focus', 'online', 'offline'])
    globalThis.addEventListener(event, checkConnection);
}
