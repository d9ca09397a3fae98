import type { Handlers, WriteName } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Changesets } from '../changesets/changesets.ts';
import { AutomaticSync } from '../sync/automaticSync.ts';
import { Connection } from '../sync/connection.ts';
import { Sync } from '../sync/sync.ts';
import type { Session } from '../workspace/session.ts';
import { isOffline } from '../workspace/syncMode.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The parts of a writer that use the service, each connected with the others. */
export interface SyncParts {
  readonly sync: Sync;
  readonly connection: Connection;
  readonly automatic: AutomaticSync;
  readonly pull: Sync['pull'];
}

/** Connects the parts; `afterPull` runs after each pull, also after a failed one. */
export function openSync(
  ws: Workspace,
  session: Session,
  stays: boolean,
  afterPull: () => Promise<void>,
): SyncParts {
  const sync: Sync = new Sync(ws, session, stays, (error) => connection.heard(error));
  const connection: Connection = new Connection(ws, {
    session,
    isBusy: () => sync.isRunning,
    isOffline: () => isOffline(ws.meta),
    onReturn: () => sync.retryNow(),
  });
  const pull: Sync['pull'] = async (kinds, isAutomatic) => {
    try {
      return await sync.pull(kinds, isAutomatic);
    } finally {
      automatic.notePull();
      await afterPull();
    }
  };
  const automatic = new AutomaticSync(ws, { session, sync, connection, pull });
  return { sync, connection, automatic, pull };
}

export type SyncName = Extract<
  WriteName,
  `${'sync' | 'connection' | 'proxy' | 'certificate'}.${string}`
>;

/** Returns the handlers of sending and refreshing. */
export function syncHandlers(
  { sync, connection, automatic, pull }: SyncParts,
  plans: Changesets,
  ws: Workspace,
): Handlers<SyncName> {
  return {
    ...proxyHandlers(ws, connection),
    ...certificateHandlers(ws, connection),
    // Sends the operations queued when the user pressed Send. The push waits only for an
    // interrupted batch.
    'sync.push': async ({ patience, operations }) => {
      const pressed = sync.pressed(operations);
      automatic.goOnline();
      const left = plans.goOn();
      const result = await (left === null
        ? sync.push(patience, pressed)
        : sync.pushBehind(left, patience, pressed));
      automatic.offer(result);
      return result;
    },
    'sync.pull': ({ kinds }) => {
      automatic.goOnline();
      return pull(kinds ?? KINDS);
    },
    'sync.stop': async () => {
      await automatic.stop();
      return {};
    },
    'sync.ready': async () => ({ count: await automatic.countReady() }),
    'sync.pushReady': () => sync.pushReady(),
    'sync.automatic': async ({ mode }) => {
      if (mode !== undefined) await automatic.set(mode);
      return automatic.state;
    },
    'connection.check': async () => ({ state: await connection.check() }),
  };
}

function proxyHandlers(
  { proxies }: Workspace,
  connection: Connection,
): Handlers<Extract<WriteName, `proxy.${string}`>> {
  return {
    'proxy.get': () => proxies.info(),
    'proxy.signIn': async (credentials) => {
      await proxies.signIn(credentials);
      await connection.check();
      return proxies.info();
    },
    'proxy.forget': async () => {
      await proxies.forget();
      return proxies.info();
    },
  };
}

function certificateHandlers(
  { certificates, meta, emit }: Workspace,
  connection: Connection,
): Handlers<Extract<WriteName, `certificate.${string}`>> {
  return {
    'certificate.get': () => certificates.info(),
    'certificate.set': async (given) => {
      await certificates.keep(given);
      if (meta.get('url') !== null) await connection.check();
      emit('settings.changed', {});
      return certificates.info();
    },
    'certificate.forget': async () => {
      await certificates.forget();
      emit('settings.changed', {});
      return certificates.info();
    },
  };
}
