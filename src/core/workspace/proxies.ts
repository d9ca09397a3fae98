import { isLoopback } from '#contract/address.ts';
import { AppError, why } from '#contract/errors.ts';
import type { ProxyInfo } from '#contract/proxy.ts';
import { z } from '#contract/zod.ts';
import type { FindProxy, ProxyCredentials, ProxyServer } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import { ProxyError } from '../service/proxyError.ts';
import { reachPort } from '../service/reach.ts';
import type { MetaStore, SettingStore } from '../store/metaStore.ts';
import { makeSecretName, ownSecretName, proxySecretName } from './secretName.ts';
import { TriedPasswords } from './triedPasswords.ts';
import type { Tried } from './triedPasswords.ts';

/** How long the answer of the system's settings is used, in milliseconds. */
const KNOWN_MS = 30_000;
/** How long the system may look for a proxy; a script (PAC) may ask a name server that is silent. */
const LOOK_MS = 10_000;
/** How long a proxy may take to accept a connection before the next one is tried. */
const REACH_MS = 3_000;

/** The most addresses whose proxy is remembered; a service may name files of many hosts. */
const MOST_KNOWN = 200;

const keptSchema = z.object({
  address: z.string(),
  user: z.string(),
  password: z.string(),
  /** The proxy refused it, so it is not sent again, also after a restart. */
  isRefused: z.boolean().default(false),
});
type Kept = z.infer<typeof keptSchema>;

interface Found {
  readonly address: string;
  /** The credentials inside the address, as the environment may hold them. */
  readonly own: ProxyCredentials | null;
}

/** The parts of a workspace that decide about proxies. */
export interface ProxyPlace {
  readonly platform: Platform;
  readonly meta: MetaStore;
  readonly settings: SettingStore;
}

/**
 * Finds the proxy for each request of a profile.
 *
 * The setting `proxy` decides. A password is stored with the address of its proxy and is sent to no
 * other one. A refused password is not sent again, because a company may lock the account.
 */
export class Proxies {
  readonly #place;
  readonly #known = new Map<
    string,
    { readonly at: number; readonly found: Promise<Found | null> }
  >();
  readonly #tried;
  #kept: Promise<Kept | null> | null = null;
  #asking: string | null = null;

  constructor(place: ProxyPlace) {
    this.#place = place;
    this.#tried = new TriedPasswords(place.platform.clock);
  }

  /** Returns the proxy for an address; null for a direct connection. */
  readonly find: FindProxy = async (url) => {
    const found = await this.#foundFor(url);
    return found === null ? null : this.#server(found);
  };

  /** Returns the address of the proxy for an address; null for a direct connection. */
  async addressFor(url: URL): Promise<string | null> {
    return (await this.#foundFor(url))?.address ?? null;
  }

  /** Notes that the service answered, so the proxy asks for nothing. */
  noteAnswer(): void {
    this.#asking = null;
  }

  /** Reads the system's settings again, because the network may have changed. */
  renew(): void {
    this.#known.clear();
  }

  async info(): Promise<ProxyInfo> {
    const address = await this.#current();
    const kept = await this.#readKept();
    const isKept = kept !== null && kept.address === address;
    const { proxyUser } = this.#place.settings.all();
    return {
      address,
      user: isKept ? kept.user : proxyUser,
      hasPassword: isKept,
      asks: address !== null && this.#asking === address,
    };
  }

  /** Stores a password for the proxy in use; throws `state` without one. */
  async signIn({ user, password }: ProxyCredentials): Promise<void> {
    const address = await this.#current();
    if (address === null)
      throw new AppError('state', 'No proxy is used. Set a proxy first.', { why: why('no-proxy') });
    const kept: Kept = { address, user, password, isRefused: false };
    await this.#keep(kept);
    this.#asking = null;
    this.#tried.allow(kept);
  }

  /** Removes the stored password. */
  async forget(): Promise<void> {
    await forgetProxyPassword(this.#place.platform, this.#place.meta);
    this.#kept = Promise.resolve(null);
  }

  /** Returns the address of the proxy that asks, else of the one for the service. */
  async #current(): Promise<string | null> {
    if (this.#asking !== null) return this.#asking;
    const url = new URL(this.#place.meta.get('url') ?? ANY_ADDRESS);
    const found = await this.#foundFor(url).catch(() => null);
    return found?.address ?? null;
  }

  async #foundFor(url: URL): Promise<Found | null> {
    const { proxy } = this.#place.settings.all();
    if (proxy === 'none' || isLoopback(url.hostname)) return null;
    if (proxy !== 'system') return { address: new URL(proxy).origin, own: null };
    const now = this.#place.platform.clock.monotonicMs();
    const known = this.#known.get(url.origin);
    if (known !== undefined && now - known.at < KNOWN_MS) return known.found;
    const found = this.#ask(url);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(url.origin, { at: now, found });
    found.catch(() => this.#known.delete(url.origin));
    return found;
  }

  async #ask(url: URL): Promise<Found | null> {
    const ways = await this.#ways(url);
    const usable = ways.flatMap((way) => (way === DIRECT ? [null] : foundIn(way)));
    if (usable.length === 0)
      throw new ProxyError('proxy-failed', ways.map(shown).join(', '), UNSUPPORTED);
    const [only, ...others] = usable;
    if (only !== undefined && others.length === 0) return only;
    for (const each of usable)
      if (each === null || (await reachPort(each.address, REACH_MS))) return each;
    return only ?? null;
  }

  /** Asks the system; throws `ProxyError` if it does not answer in time. */
  async #ways(url: URL): Promise<readonly string[]> {
    const { systemProxy, clock } = this.#place.platform;
    if (systemProxy === undefined) return [DIRECT];
    const over = new AbortController();
    const late = clock.sleep(LOOK_MS, over.signal).then(() => null);
    try {
      const ways = await Promise.race([systemProxy(url.origin), late]);
      if (ways === null) throw new ProxyError('proxy-failed', SYSTEM, LATE);
      return ways;
    } finally {
      over.abort();
    }
  }

  async #server(found: Found): Promise<ProxyServer> {
    const { address } = found;
    const { tried, end } = await this.#tried.take(() => this.#credentialsFor(found));
    return {
      address,
      credentials: tried === null ? null : { user: tried.user, password: tried.password },
      noteResult: async (result) => {
        end(result);
        if (result === 'proxy-failed') this.renew();
        if (result === 'proxy-password') await this.#refuse(address, tried);
      },
    };
  }

  /** Asks the user, and keeps a refused password from being sent after a restart. */
  async #refuse(address: string, tried: Tried | null): Promise<void> {
    this.#asking = address;
    const kept = await this.#readKept();
    if (kept === null || tried === null || !isSame(kept, tried)) return;
    await this.#keep({ ...kept, isRefused: true });
  }

  async #keep(kept: Kept): Promise<void> {
    const { profile, secrets, random } = this.#place.platform;
    const name = proxySecretName(makeSecretName(profile, this.#place.meta, random.id));
    this.#kept = Promise.resolve(kept);
    await secrets.set(name, JSON.stringify(kept));
  }

  /** Returns the stored credentials for a proxy, else those of its address; null if refused. */
  async #credentialsFor({ address, own }: Found): Promise<Tried | null> {
    const kept = await this.#readKept();
    const { proxyUser } = this.#place.settings.all();
    const isFor = kept?.address === address && (proxyUser === '' || proxyUser === kept.user);
    if (kept !== null && isFor && !kept.isRefused && !this.#tried.isRefused(kept)) return kept;
    const inAddress = own === null ? null : { address, ...own };
    return inAddress === null || this.#tried.isRefused(inAddress) ? null : inAddress;
  }

  #readKept(): Promise<Kept | null> {
    this.#kept ??= readKept(this.#place);
    return this.#kept;
  }
}

const SYSTEM = 'of the system settings';
const LATE = 'not found in 10 seconds';
const UNSUPPORTED = 'this kind of proxy is not supported';

function isSame(one: Tried, other: Tried): boolean {
  return (
    one.address === other.address && one.user === other.user && one.password === other.password
  );
}

/** Returns the address of a proxy without user and password, also where it is no valid address. */
function shown(way: string): string {
  return way.replace(/^([^:]*:\/\/)?.*@/s, '$1');
}

/** A way without a proxy. */
const DIRECT = 'direct';
/** Stands for the service before the first sign-in. */
const ANY_ADDRESS = 'https://example.com';

/** Removes the proxy password of a profile. */
export async function forgetProxyPassword(
  { profile, secrets }: Pick<Platform, 'profile' | 'secrets'>,
  meta: Pick<MetaStore, 'get'>,
): Promise<void> {
  const own = ownSecretName(profile, meta);
  if (own !== null) await secrets.remove(proxySecretName(own));
}

async function readKept({
  platform: { profile, secrets },
  meta,
}: ProxyPlace): Promise<Kept | null> {
  const own = ownSecretName(profile, meta);
  const text = own === null ? null : await secrets.get(proxySecretName(own));
  if (text === null) return null;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Reads the address of a proxy; an empty list for a kind that is not supported. */
function foundIn(way: string): Found[] {
  const url = URL.parse(way);
  if (url === null || !/^https?:$/.test(url.protocol)) return [];
  // A slash in a password ends the host too early: the rest of the password would be the port.
  if (
    way
      .slice(way.indexOf('://') + 3)
      .replace(/^[^/?#]*/, '')
      .includes('@')
  )
    return [];
  const user = decoded(url.username);
  const own = user === '' ? null : { user, password: decoded(url.password) };
  return [{ address: url.origin, own }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A single percent sign, for example.
    return text;
  }
}

/** Returns the platform whose requests go through the proxies of a profile. */
export function withProxies(platform: Platform, { find }: Pick<Proxies, 'find'>): Platform {
  const { network, fetchFile } = platform;
  // A file request fails as `fetch` does, so its caller finds the proxy error as the cause.
  const forFile = (url: URL) =>
    find(url).catch((cause: unknown) => {
      throw new TypeError('fetch failed', { cause });
    });
  return {
    ...platform,
    network: (url, token, options) => network(url, token, { ...options, findProxy: find }),
    fetchFile:
      fetchFile && (async (url, init, reach) => fetchFile(url, init, reach, await forFile(url))),
  };
}
