import { followCovers } from '../files/thumbs/coverStore.ts';
import { followFiles } from '../files/thumbs/sightStore.ts';
import { followCore, meetWriter, onNewConnection } from '../state/core.ts';
import { followRuns } from '../state/runs.ts';
import { checkConnection, followConnection } from '../state/connection.ts';
import { followSession } from '../state/session.ts';
import { followSettings } from '../state/settings.ts';
import { followShell } from '../state/shellNotices.ts';
import { followStatus, statusStore } from '../state/status.ts';
import { closeRecords } from '../state/view.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

/** Starts everything that keeps the window true to its core, now and after each new connection. */
export function followAll(client: CabinetClient): void {
  const status = followStatus(client);
  followConnection(client);
  const { askAgain: settings } = followSettings(client);
  followRuns(client);
  followSession(client);
  followShell(client);
  followFiles(client);
  followCovers(client);
  onNewConnection(() => {
    status.askAgain();
    checkConnection();
    settings();
    // What cannot be asked now is told by the connection, or by the next call that writes.
    meetWriter().catch(() => {});
  });
  // A computer that slept missed what happened meanwhile.
  client.on('shell.resumed', status.refresh);
  followProfile(client);
  followCore(client);
}

/** Another profile is another catalogue, outbox and account: nothing of the old one may stay. */
export function followProfile(client: CabinetClient): void {
  client.on('shell.profile', ({ name }) => {
    if (name !== statusStore.getState().status?.profile) closeRecords();
    location.reload();
  });
}
