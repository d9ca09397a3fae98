import type { Client } from '#contract/rpc/connect.ts';
import { call } from './core.ts';
import { statusStore } from './status.ts';

/** Asks the core whether the service answers, and shows the result. */
export function checkConnection(): void {
  call('connection.check', {})
    .then(({ state }) => statusStore.setState({ connection: state }))
    // A core that has stopped is shown by the window itself.
    .catch(() => undefined);
}

/**
 * Checks the connection after a sign-in, when the window gets the focus, and when the system says that the network
 * changed. The core itself notices everything else.
 */
export function followConnection(client: Client): void {
  client.on('session.changed', ({ signedIn }) => {
    if (signedIn) checkConnection();
  });
  for (const event of ['focus', 'online', 'offline'])
    globalThis.addEventListener(event, checkConnection);
}
