import { AppError, invalid, why } from '#contract/errors.ts';
import { isLoopback, readAddress } from './api/address.ts';
import { login } from './api/login.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { markRows } from './store/cacheSchema.ts';
import { createServiceApi } from './api/resourceApi.ts';
import type { ServiceApi } from './api/types.ts';
import { EXPIRED, secretName } from './secretName.ts';
import type { Workspace } from './workspace.ts';

/** Whose profile this is. */
export interface Account {
  readonly profile: string;
  readonly url: string;
  readonly email: string;
}

/** What a person signs in with; `unencrypted` says that they accept http to another computer. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly unencrypted?: boolean | undefined;
}

/** The session with the service: the token never leaves this half of the core. */
export interface Session {
  readonly signIn: (credentials: Credentials) => Promise<Account>;
  readonly signOut: () => Promise<Account>;
  /** The service as this profile's account, or `unauthorized` when nobody is signed in. */
  readonly api: () => Promise<ServiceApi>;
  /** What a request for a file may carry: the token goes to the service's own origin and to no other. */
  readonly forFiles: () => Promise<FileAccess | null>;
  /** The service said 401: the token is worth nothing until the next sign-in. */
  readonly expire: () => void;
  readonly close: () => void;
}

/** The service's own address, and the headers that a request for a file at an address carries. */
export interface FileAccess {
  readonly url: string;
  readonly headersFor: (to: URL) => Readonly<Record<string, string>>;
}

/** Opens the session of a profile; nothing is sent before it is asked to. */
export function openSession(ws: Workspace): Session {
  const { profile, secrets } = ws.platform;
  const name = secretName(profile);
  let open: { readonly url: string; readonly api: ServiceApi & { close: () => void } } | null =
    null;
  let token: string | null = null;
  const closeApi = () => {
    open?.api.close();
    open = null;
  };
  return {
    signIn: async ({ url, email, password, unencrypted }) => {
      refuseOtherService(ws, url);
      if (unencrypted !== true) refuseUnencrypted(url);
      const result = await login(url, email, password, ws.platform.network);
      bindAccount(ws, result.url, email);
      await secrets.set(name, result.token);
      token = result.token;
      ws.meta.remove(EXPIRED);
      if (result.insecure) ws.platform.log('warn', 'The address is not encrypted (http).');
      closeApi();
      ws.emit('session.changed', { signedIn: true });
      return { profile, url: result.url, email };
    },
    signOut: async () => {
      await secrets.remove(name);
      token = null;
      closeApi();
      ws.emit('session.changed', { signedIn: false });
      return { profile, url: ws.meta.get('url') ?? '', email: ws.meta.get('email') ?? '' };
    },
    api: async () => {
      const url = ws.meta.get('url');
      token ??= await secrets.get(name);
      if (url === null || token === null)
        throw new AppError('unauthorized', 'Nobody is signed in on this profile. Sign in first.');
      if (open?.url !== url) {
        closeApi();
        open = {
          url,
          api: createServiceApi({ url, token: () => token }, capabilitiesOf(ws), ws.platform),
        };
      }
      return open.api;
    },
    forFiles: async () => {
      const url = ws.meta.get('url');
      token ??= await secrets.get(name);
      if (url === null || token === null || ws.meta.get(EXPIRED) !== null) return null;
      const { origin } = new URL(url);
      const authorization = { Authorization: `Bearer ${token}` };
      return { url, headersFor: (to) => (to.origin === origin ? authorization : {}) };
    },
    expire: () => {
      ws.meta.set(EXPIRED, '1');
      ws.emit('session.changed', { signedIn: false });
    },
    close: closeApi,
  };
}

/** A company can bind its workstations to one service; the demo inside this computer stays open. */
function refuseOtherService({ platform }: Workspace, typed: string): void {
  const decided = platform.policy?.managed.service;
  if (decided?.only !== true) return;
  const address = new URL(readAddress(typed).url);
  if (isLoopback(address) || address.origin === new URL(decided.url).origin) return;
  const expected = `${decided.url}, as this workstation's administrator decided`;
  throw new AppError('invalid', "Decided by this workstation's administrator.", {
    issues: [{ place: 'url', value: typed, expected }],
  });
}

/** Nobody sends a password in plain sight over a network without having been asked. */
function refuseUnencrypted(typed: string): void {
  if (!readAddress(typed).insecure) return;
  const expected = 'an https address, or that you accept to send it unencrypted (--allow-http)';
  throw invalid([{ place: 'url', value: typed, expected }]);
}

function capabilitiesOf(ws: Workspace) {
  return {
    get: (name: string) => ws.meta.get(`cap:${name}`),
    set: (name: string, value: string) => ws.meta.set(`cap:${name}`, value),
  };
}

/**
 * A queue belongs to one service and one account: it is never sent as somebody else. A profile
 * without queued work may be pointed elsewhere; its mirror is then of no use and is emptied.
 */
function bindAccount(ws: Workspace, url: string, email: string): void {
  const [oldUrl, oldEmail] = [ws.meta.get('url'), ws.meta.get('email')];
  const moved = oldUrl !== null && oldUrl !== url;
  const other = moved || (oldEmail !== null && oldEmail !== email);
  if (other && ws.operations.open().length > 0)
    throw new AppError(
      'state',
      `The profile ${ws.platform.profile} has unsent changes for ${oldUrl ?? ''} as ${oldEmail ?? ''}. Send or discard them, or use another profile.`,
      {
        why: why('profile-unsent', {
          profile: ws.platform.profile,
          url: oldUrl ?? '',
          email: oldEmail ?? '',
        }),
      },
    );
  if (moved) forgetService(ws);
  ws.meta.set('url', url);
  ws.meta.set('email', email);
}

function forgetService(ws: Workspace): void {
  ws.assets.clear();
  ws.meta.remove('cap:');
  ws.meta.remove('lastPull:');
  ws.work.exec("UPDATE entity SET state = 'gone', service_id = NULL");
  ws.cache.transaction(() => {
    const tables = ws.cache
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE 'rows\\_%' ESCAPE '\\' OR name IN ('record', 'pull_run'))",
      )
      .pluck()
      .all();
    for (const table of tables) ws.cache.exec(`DELETE FROM ${String(table)}`);
    for (const kind of KINDS) markRows(ws.cache, kind);
    const finds = ws.cache
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE find%'")
      .pluck()
      .all();
    for (const find of finds)
      ws.cache.exec(`INSERT INTO ${String(find)}(${String(find)}) VALUES ('delete-all')`);
  })();
}
