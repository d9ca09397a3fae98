import path from 'node:path';
import { createHttp } from '#core/service/http.ts';
import { openCore } from '#core/app/core.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { followMoves } from '#core/workspace/dataFolder/place.ts';
import type { Platform, Secrets } from '#core/platform/platform.ts';
import { ProfileHost } from '#core/app/shell/profileHost.ts';
import { startReference } from '#reference/server.ts';
import type { Reference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { testClock, testPlatform, testRandom } from '#test/support/platform.ts';
import type { TestClock } from '#test/support/platform.ts';
import type { Network } from '#core/platform/network.ts';

/** The profiles that a walk goes through. */
export const PROFILES = ['default', 'second'] as const;
/** One of them. */
export type Name = (typeof PROFILES)[number];
/** Who signs in. */
export const EMAILS = [ACCOUNT.email, 'second@example.com'] as const;

const idOf = (place: number) => String(place + 1).repeat(24);

/**
 * Returns the seed of a service.
 *
 * Both services have the same ids and codes, as a trial service filled from the real one.
 */
function seedOf(service: number) {
  const marks = { kod: `S${service}-mark`, name: 'mark', price: '1', images: [] };
  const owned = PROFILES.map((name, place) => ({
    _id: idOf(place),
    kod: `F-${name}`,
    name: `S${service} ${name}`,
    price: '1',
    images: [],
  }));
  return { ...SEED, fittings: [...owned, marks] };
}

/** One request as it left. */
export interface Left {
  readonly profile: string;
  readonly url: string;
  readonly token: string | null;
  readonly path: string;
  readonly text: string;
}

/** Whose a token is. */
export interface Owner {
  readonly url: string;
  readonly email: string;
}

/** A workstation with several profiles, two services, and all that leaves it. */
export interface Station {
  readonly services: readonly Reference[];
  readonly clock: TestClock;
  readonly secrets: ReadonlyMap<string, string>;
  readonly wire: readonly Left[];
  readonly owners: ReadonlyMap<string, Owner>;
  readonly host: () => ProfileHost;
  /** The folder in use: where a next start would find it. */
  readonly dataDir: () => string;
  /** Ends the program and starts it again. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function memorySecrets(kept: Map<string, string>): Secrets {
  return {
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, value) => Promise.resolve(void kept.set(name, value)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
  };
}

/**
 * Opens a station in a folder of the test.
 *
 * The caller closes it.
 */
export async function openStation(folder: string): Promise<Station> {
  const services = [
    await startReference({ seed: seedOf(0), account: ACCOUNT }),
    await startReference({ seed: seedOf(1), account: ACCOUNT }),
  ];
  const [clock, random] = [testClock(), testRandom()];
  const kept = new Map<string, string>();
  const wire: Left[] = [];
  const owners = new Map<string, Owner>();
  const start = path.join(folder, 'data');

  const networkOf =
    (profile: string): Network =>
    (url, token, options) => {
      const http = createHttp(url, token, options);
      return {
        close: http.close,
        send: async (request) => {
          const { json, file } = request;
          const text = `${JSON.stringify(json ?? {})} ${file?.name ?? ''}`;
          wire.push({ profile, url, token: token(), path: request.path, text });
          if (request.path !== '/admin/login') return http.send(request);
          // The service has one account only: here it has two.
          const exchange = await http.send({
            ...request,
            json: { ...json, email: ACCOUNT.email },
          });
          const found = exchange.answered
            ? /"accessToken":"([^"]+)"/.exec(exchange.answer.body.toString())
            : null;
          if (found?.[1] !== undefined)
            owners.set(found[1], { url, email: String(json?.['email']) });
          return exchange;
        },
      };
    };
  const open = (platform: Platform) =>
    Promise.resolve({
      ...openCore({ ...platform, network: networkOf(platform.profile) }),
      restart: () => Promise.resolve(true),
    });
  const dataDir = () => followMoves(systemDisk.files, start);
  const hostHere = (profile: string) => {
    const platform: Platform = {
      ...testPlatform(dataDir(), { clock, random, profile }),
      secrets: memorySecrets(kept),
    };
    return new ProfileHost(platform, open);
  };
  let host = hostHere('default');
  await host.openProfile('default');
  return {
    services,
    clock,
    secrets: kept,
    wire,
    owners,
    host: () => host,
    dataDir,
    restart: async () => {
      const { profile } = host;
      await host.close();
      host = hostHere(profile);
      await host.openProfile(profile);
    },
    close: async () => {
      await host.close();
      for (const each of services) await each.close();
    },
  };
}
