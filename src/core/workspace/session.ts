import { isLoopback } from '#contract/address.ts';
import { AppError, asAppError, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { visibleText } from '#contract/visibleText.ts';
import { readAddress, refuseUnencrypted } from '../service/address.ts';
import { login } from '../service/login.ts';
import { countWaiting } from '../store/countPending.ts';
import { leaveGroups } from '../store/batchesOfService.ts';
import { assignTrashToService } from '../store/trashOfService.ts';
import { transact } from '../store/database.ts';
import { claimMirror, emptyMirror } from './mirror.ts';
import { createServiceApi } from '../service/resourceApi.ts';
import type { ServiceApi } from '../service/types.ts';
import { forgetSignIn, isOf, keepSignIn, readSignIn } from './keptSecret.ts';
import type { SignIn } from './keptSecret.ts';
import { forgetPassword, forgetPasswordSoon, keepPassword, readPassword } from './keptPassword.ts';
import { EXPIRED } from './secretName.ts';
import { noteSignedInHere, wasSignedInHere } from './signedInHere.ts';
import type { Workspace } from './workspace.ts';
import { refuseUnknownPolicy } from './refuseUnknownPolicy.ts';

/** The account of a profile. */
export interface Account {
  readonly profile: string;
  readonly url: string;
  readonly email: string;
}

/** The input of a sign-in; `unencrypted` means that the user accepts http to another computer. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly unencrypted?: boolean | undefined;
}

/** The session with the service; the token never leaves this half of the core. */
export interface Session {
  /** `leave` ends all requests of the former account before another one replaces it. */
  readonly signIn: (credentials: Credentials, leave: () => Promise<void>) => Promise<Account>;
  readonly signOut: () => Promise<Account>;
  /**
   * Returns the service as this profile's account; rejects with `unauthorized` if nobody is signed
   * in.
   */
  readonly api: () => Promise<ServiceApi>;
  /** Returns whether requests can be sent: the user is signed in and the token is not refused. */
  readonly isActive: () => Promise<boolean>;
  /** Returns whether the profile's account was signed in before, in this run or on this computer. */
  readonly isKnown: () => Promise<boolean>;
  /** Returns access for file requests; the token is sent only to the service's own origin. */
  readonly forFiles: () => Promise<FileAccess | null>;
  /**
   * Notes that `api` answered 401: its token is invalid until the next sign-in. An `api` that is no
   * longer current changes nothing.
   */
  readonly expire: (api: ServiceApi | null) => void;
  /**
   * Signs in again with the stored password after `api` answered 401.
   *
   * Resolves to false without a stored password, or when the service refuses it; the caller then
   * calls `expire`. A renewed session is not announced: work goes on.
   */
  readonly renew: (api: ServiceApi | null) => Promise<boolean>;
  readonly close: () => void;
}

/** The service's address, and the request headers for a file at an address. */
export interface FileAccess {
  readonly url: string;
  readonly headersFor: (to: URL) => Readonly<Record<string, string>>;
}

/** Opens the session of a profile; sends no request by itself. */
export function openSession(ws: Workspace): Session {
  const { platform, meta } = ws;
  const held = new ActiveSession(ws);
  const renewal = new Renewal(ws, held);
  // The setting may have been turned off in another window or by the administrator.
  if (ws.settings.all().rememberPassword === 'off') forgetPasswordSoon(platform, meta);
  return {
    signIn: async (credentials, leave) => {
      const signIn = await ask(ws, credentials);
      const leaves = isOther(ws, signIn);
      if (leaves) refuseUnsent(ws);
      try {
        if (leaves) {
          held.become(null);
          await forgetSignIn(platform, meta);
          await forgetPassword(platform, meta);
          await leave();
        }
        await renewal.end();
        bindAccount(ws, signIn);
        await keepSignIn(platform, meta, signIn);
        noteSignedInHere(ws);
        await keepPassword(ws, { ...signIn, password: credentials.password });
      } catch (thrown) {
        // The former account is not restored.
        if (leaves) ws.emit('session.changed', { signedIn: false, expired: false });
        throw thrown;
      }
      held.become(signIn);
      meta.remove(EXPIRED);
      ws.emit('session.changed', { signedIn: true, expired: false });
      return accountOf(ws);
    },
    signOut: () => signOut(ws, held, renewal),
    api: async () => {
      const signIn = await held.signIn();
      if (signIn !== null) return held.apiFor(signIn);
      throw new AppError('unauthorized', 'Not signed in. Sign in first.');
    },
    isActive: async () => (await held.signIn()) !== null && meta.get(EXPIRED) === null,
    // A computer without a keyring keeps no token.
    isKnown: async () => (await held.isKnown()) || wasSignedInHere(ws),
    forFiles: async () => {
      const signIn = await held.signIn();
      if (signIn === null || meta.get(EXPIRED) !== null) return null;
      const { origin } = new URL(signIn.url);
      const authorization = { Authorization: `Bearer ${signIn.token}` };
      return { url: signIn.url, headersFor: (to) => (to.origin === origin ? authorization : {}) };
    },
    expire: (api) => {
      if (!held.holds(api)) return;
      meta.set(EXPIRED, '1');
      ws.emit('session.changed', { signedIn: false, expired: true });
    },
    renew: (api) => renewal.renew(api),
    close: () => held.end(),
  };
}

async function signOut(ws: Workspace, held: ActiveSession, renewal: Renewal): Promise<Account> {
  const { platform, meta } = ws;
  // No renewal begins from here on, and a running one stores nothing more.
  held.become(null);
  await renewal.end();
  await forgetSignIn(platform, meta);
  await forgetPassword(platform, meta);
  // A sign-in that was read meanwhile is not used.
  held.become(null);
  ws.emit('session.changed', { signedIn: false, expired: false });
  return accountOf(ws);
}

/** A service that ends each session at once is not signed in to again and again. */
const RENEW_AGAIN_MS = 60_000;

/** Begins an ended session again with the stored password. */
class Renewal {
  readonly #ws;
  readonly #held;
  #running: Promise<boolean> | null = null;
  #renewedAt = -Infinity;
  #keeping: Promise<void> | null = null;
  /** The service whose session was begun again last. */
  #replaced: { readonly api: ServiceApi | null; readonly turn: number } | null = null;

  constructor(ws: Workspace, held: ActiveSession) {
    this.#ws = ws;
    this.#held = held;
  }

  async renew(api: ServiceApi | null): Promise<boolean> {
    if (!this.#held.holds(api)) return this.#isReplaced(api);
    this.#running ??= this.#signIn(api).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Lets a renewal that is being made store nothing more, and waits for one that stores already.
   *
   * Otherwise it would store a token behind a sign-out.
   */
  async end(): Promise<void> {
    this.#held.turnOver();
    await this.#keeping?.catch(() => undefined);
  }

  /** Two runs may end with the same 401; for the second one the session has begun again already. */
  #isReplaced(api: ServiceApi | null): boolean {
    const replaced = this.#replaced;
    return replaced !== null && replaced.api === api && replaced.turn === this.#held.turn;
  }

  async #signIn(api: ServiceApi | null): Promise<boolean> {
    const { platform, meta } = this.#ws;
    const now = platform.clock.monotonicMs();
    if (now - this.#renewedAt < RENEW_AGAIN_MS) return false;
    this.#renewedAt = now;
    const turn = this.#held.turn;
    try {
      const kept = await readPassword(this.#ws);
      if (kept === null) return false;
      const signIn = await ask(this.#ws, { ...kept, unencrypted: true });
      // The user has signed out or in meanwhile.
      if (turn !== this.#held.turn) return false;
      this.#keeping = keepSignIn(platform, meta, signIn);
      await this.#keeping;
      if (turn !== this.#held.turn) return false;
      this.#held.become(signIn);
      this.#replaced = { api, turn: this.#held.turn };
      platform.log('info', 'The session has ended and was begun again.');
      return true;
    } catch (thrown) {
      const { code } = asAppError(thrown);
      if (code === 'wrong-credentials') await forgetPassword(platform, meta);
      platform.log('warn', `The session could not be begun again: ${code}`);
      return false;
    }
  }
}

/** The current sign-in and the service that was opened with it. */
class ActiveSession {
  readonly #ws;
  #signIn: SignIn | null = null;
  #open: { readonly signIn: SignIn; readonly api: ServiceApi; readonly end: () => void } | null =
    null;
  #turn = 0;
  #wasSignedIn = false;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  async isKnown(): Promise<boolean> {
    return this.#wasSignedIn || (await this.signIn()) !== null;
  }

  /** Returns the sign-in of the current account; null if there is none. */
  async signIn(): Promise<SignIn | null> {
    const turn = this.#turn;
    const { platform, meta } = this.#ws;
    const found = this.#signIn ?? (await readSignIn(platform, meta));
    // The secret store may answer late. A value from before another sign-in or sign-out is not
    // used.
    if (turn !== this.#turn) return this.signIn();
    const signIn = (this.#signIn ??= found);
    if (signIn === null || !isOf(signIn, meta)) return null;
    this.#wasSignedIn = true;
    return signIn;
  }

  become(signIn: SignIn | null): void {
    this.#turn += 1;
    this.#wasSignedIn ||= signIn !== null;
    this.#signIn = signIn;
    this.end();
  }

  /** Makes a sign-in that is still being read or renewed outdated. */
  turnOver(): void {
    this.#turn += 1;
  }

  /** Grows with each sign-in and sign-out, when it begins and when it ends. */
  get turn(): number {
    return this.#turn;
  }

  apiFor(signIn: SignIn): ServiceApi {
    if (this.#open?.signIn === signIn) return this.#open.api;
    this.end();
    // The token ends with the api, so an api that is no longer current sends nothing with it.
    let token: string | null = signIn.token;
    const target = { url: signIn.url, token: () => token };
    const api = createServiceApi(target, capabilitiesOf(this.#ws), this.#ws.platform);
    const end = () => {
      token = null;
      api.close();
    };
    this.#open = { signIn, api, end };
    return api;
  }

  holds(api: ServiceApi | null): boolean {
    return this.#open !== null && this.#open.api === api;
  }

  end(): void {
    this.#open?.end();
    this.#open = null;
  }
}

function accountOf({ platform: { profile }, meta }: Workspace): Account {
  return { profile, url: meta.get('url') ?? '', email: meta.get('email') ?? '' };
}

/** Requests a token from the service, if the policy allows this service. */
async function ask(ws: Workspace, credentials: Credentials): Promise<SignIn> {
  const { url: typed, password, unencrypted } = credentials;
  // A copied address often holds spaces and zero-width characters.
  const email = visibleText(credentials.email);
  refuseUnknownPolicy(ws.platform.policy);
  refuseOtherService(ws, typed);
  if (unencrypted !== true) refuseUnencrypted('url', typed);
  const { url, token, insecure } = await login(typed, email, password, ws.platform.network);
  if (insecure) ws.platform.log('warn', 'The address is not encrypted (http).');
  return { url, email, token };
}

/**
 * Throws `invalid` for a service that the managed settings do not allow.
 *
 * A company can bind its workstations to one service. The demo on this computer stays allowed.
 */
function refuseOtherService({ platform }: Workspace, typed: string): void {
  const decided = platform.policy?.managed.service;
  if (decided?.only !== true || decided.url === undefined) return;
  const address = new URL(readAddress(typed).url);
  if (isLoopback(address.hostname) || address.origin === new URL(decided.url).origin) return;
  const expected = expecting('decided', { value: decided.url });
  throw new AppError('invalid', 'Set by your administrator.', {
    issues: [{ place: 'url', value: typed, ...expected }],
  });
}

function capabilitiesOf(ws: Workspace) {
  return {
    get: (name: string) => ws.meta.get(`cap:${name}`),
    set: (name: string, value: string) =>
      ws.meta.learn(`cap:${name}`, value, ws.platform.clock.now()),
  };
}

function isOther({ meta }: Workspace, { url, email }: SignIn): boolean {
  const [oldUrl, oldEmail] = [meta.get('url'), meta.get('email')];
  return (oldUrl !== null && oldUrl !== url) || (oldEmail !== null && oldEmail !== email);
}

/**
 * Throws `state` if there are unsent changes, including the rest of an interrupted batch.
 *
 * An outbox belongs to one service and one account, and is never sent as another user.
 */
function refuseUnsent({ platform: { profile }, meta, work }: Workspace): void {
  if (countWaiting(work) === 0) return;
  const [url, email] = [meta.get('url') ?? '', meta.get('email') ?? ''];
  throw new AppError(
    'state',
    `The profile ${profile} has unsent changes for ${url} as ${email}. Send or discard them, or use another profile.`,
    { why: why('profile-unsent', { profile, url, email }) },
  );
}

/**
 * Binds a profile to an account; empties the mirror if the service changes.
 *
 * Throws `state` if changes were queued meanwhile: they stay with their service.
 */
function bindAccount(ws: Workspace, signIn: SignIn): void {
  if (isOther(ws, signIn)) refuseUnsent(ws);
  const oldUrl = ws.meta.get('url');
  const bind = () => {
    ws.meta.set('url', signIn.url);
    ws.meta.set('email', signIn.email);
  };
  if (oldUrl === null || oldUrl === signIn.url) {
    bind();
    return claimMirror(ws, signIn.url);
  }
  emptyMirror(ws, signIn.url);
  // One transaction: a profile of the new service has no records of the former one, and one
  // account.
  transact(ws.work, () => {
    leaveService(ws, oldUrl, signIn.url);
    bind();
  });
}

function leaveService(ws: Workspace, left: string, next: string): void {
  leaveGroups(ws.work);
  assignTrashToService(ws.work, left, next);
  ws.uploads.leaveService();
  ws.meta.remove('cap:');
  ws.meta.remove('lastPull:');
  ws.meta.remove('notOffered:');
  ws.work.exec("UPDATE entity SET state = 'gone', service_id = NULL");
}
