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

/** How long the answer of the system's settings is used, in milliseconds. */
const KNOWN_MS = 30_000;
/** How long a proxy may take to accept a connection before the next one is tried. */
const REACH_MS = 3_000;

const keptSchema = z.object({ address: z.string(), user: z.string(), password: z.string() });
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
  #kept: Promise<Kept | null> | null = null;
  #refused: string | null = null;
  #asking: string | null = null;

  constructor(place: ProxyPlace) {
    this.#place = place;
  }

  /** Returns the proxy for an address; null for a direct connection. */
  readonly find: FindProxy = async (url) => {
    const found = await this.#foundFor(url);
    return found === null ? null : this.#server(found);
  };

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
    const { profile, secrets, random } = this.#place.platform;
    const name = proxySecretName(makeSecretName(profile, this.#place.meta, random.id));
    const kept: Kept = { address, user, password };
    await secrets.set(name, JSON.stringify(kept));
    this.#kept = Promise.resolve(kept);
    this.#asking = null;
    this.#refused = null;
  }

  /** Removes the stored password. */
  async forget(): Promise<void> {
    await forgetProxyPassword(this.#place.platform, this.#place.meta);
    this.#kept = Promise.resolve(null);
    this.#refused = null;
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
    this.#known.set(url.origin, { at: now, found });
    found.catch(() => this.#known.delete(url.origin));
    return found;
  }

  async #ask(url: URL): Promise<Found | null> {
    const ways = (await this.#place.platform.systemProxy?.(url.origin)) ?? [DIRECT];
    const usable = ways.flatMap((way) => (way === DIRECT ? [null] : foundIn(way)));
    if (usable.length === 0)
      throw new ProxyError('proxy-failed', ways.join(', '), 'this kind of proxy is not supported');
    const [only, ...others] = usable;
    if (only !== undefined && others.length === 0) return only;
    for (const each of usable)
      if (each === null || (await reachPort(each.address, REACH_MS))) return each;
    return only ?? null;
  }

  async #server({ address, own }: Found): Promise<ProxyServer> {
    const credentials = own ?? (await this.#credentialsFor(address));
    return {
      address,
      credentials,
      noteFailure: (failure) => {
        if (failure === 'proxy-failed') return this.renew();
        this.#asking = address;
        if (own === null && credentials !== null) this.#refused = JSON.stringify(credentials);
      },
    };
  }

  async #credentialsFor(address: string): Promise<ProxyCredentials | null> {
    const kept = await this.#readKept();
    const { proxyUser } = this.#place.settings.all();
    if (kept === null || kept.address !== address) return null;
    if (proxyUser !== '' && proxyUser !== kept.user) return null;
    const { user, password } = kept;
    const credentials = { user, password };
    return JSON.stringify(credentials) === this.#refused ? null : credentials;
  }

  #readKept(): Promise<Kept | null> {
    this.#kept ??= readKept(this.#place);
    return this.#kept;
  }
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
  return {
    ...platform,
    network: (url, token, options) => network(url, token, { ...options, findProxy: find }),
    fetchFile:
      fetchFile && (async (url, init, reach) => fetchFile(url, init, reach, await find(url))),
  };
}
