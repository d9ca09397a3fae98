import { followCovers } from '../files/thumbs/coverStore.ts';
import { followFiles } from '../files/thumbs/sightStore.ts';
import { followCore, meetWriter, onNewConnection } from '../state/core.ts';
import { followFacts } from '../state/facts.ts';
import { followAttention } from '../state/attention.ts';
import { followRuns } from '../state/runs.ts';
import { checkConnection, followConnection, readAutomatic } from '../state/connection.ts';
import { followSession } from '../state/session.ts';
import { followSettings } from '../state/settings.ts';
import { followShell } from '../state/shellNotices.ts';
import { followStatus, statusStore } from '../state/status.ts';
import { closeRecords } from '../state/view.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

/** Starts all stores that follow the core, now and after each new connection. */
export function followAll(client: CabinetClient): void {
  const status = followStatus(client);
  followConnection(client);
  const { askAgain: settings } = followSettings(client);
  const { askAgain: facts } = followFacts(client);
  followRuns(client);
  followSession(client);
  followShell(client);
  followAttention(client);
  followFiles(client);
  followCovers(client);
  onNewConnection(() => {
    status.askAgain();
    checkConnection();
    readAutomatic();
    settings();
    facts();
    // A failure shows in the connection state, or at the next write.
    meetWriter().catch(() => {});
  });
  // A computer that slept has missed events.
  client.on('shell.resumed', status.refresh);
  client.on('shell.resumed', checkConnection);
  followLeaving(client);
  followProfile(client);
  followCore(client);
}

/**
 * Passes on the typed text when the program is about to end, as at the end of the page.
 *
 * The window stays while the last changes are counted and sent.
 */
export function followLeaving(client: CabinetClient): void {
  client.on('shell.leaving', () => {
    window.dispatchEvent(new Event('pagehide'));
    // The listeners call the core in the microtasks that follow.
    setTimeout(() => void client.call('shell.left', {}).catch(() => {}));
  });
}

/**
 * Reloads the page when another profile opens.
 *
 * Its catalogue, outbox and account differ, so nothing of the old one may stay.
 */
export function followProfile(client: CabinetClient): void {
  client.on('shell.profile', ({ name }) => {
    if (name !== statusStore.getState().status?.profile) closeRecords();
    location.reload();
  });
}
