import { onTestFinished } from 'vitest';
import type { EventData, EventName } from '#contract/events.ts';
import type { PullCounts, PullResult } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { RecentWrites } from '#core/sync/recentWrites.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import type { ServiceApi } from '#core/service/types.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { pullKinds } from '#core/sync/pull/pull.ts';
import type { PullOptions } from '#core/sync/pull/pull.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { z } from '#contract/zod.ts';
import type { JsonObject } from '#reference/json.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, ReferenceOptions, SeedData } from '#reference/server.ts';
import { testPlatform } from '../../../support/platform.ts';
import type { TestPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

/** The mirror of one workstation on real files. */
export interface Mirror {
  readonly ws: Workspace;
  readonly platform: TestPlatform;
  readonly events: readonly { readonly name: EventName; readonly data: EventData<EventName> }[];
  /** Pulls when nothing that the mirror holds is young any more. */
  readonly pull: (
    api: ServiceApi,
    kinds?: readonly Kind[],
    options?: Partial<PullOptions>,
  ) => Promise<PullResult>;
  /** Closes the files and opens them again, as after a kill. */
  readonly reopen: () => Mirror;
}

export function openMirror(folder = tempFolder(), platform = testPlatform(folder)): Mirror {
  const events: { name: EventName; data: EventData<EventName> }[] = [];
  const { ws, close } = openWorkspace(platform, (name, data) => events.push({ name, data }));
  let open = true;
  const end = () => {
    if (open) close();
    open = false;
  };
  onTestFinished(end);
  return {
    ws,
    platform,
    events,
    pull: (api, kinds = KINDS, options = {}) => {
      platform.clock.advance(ws.settings.settleMs);
      const none = { acknowledgedSince: () => false, lately: new RecentWrites(ws) };
      return pullKinds(ws, api, kinds, { ...none, ...options });
    },
    reopen: () => {
      end();
      return openMirror(folder, platform);
    },
  };
}

/** A running service, and the api signed in to it. */
export interface Place {
  readonly service: Reference;
  readonly api: ServiceApi;
  /** List requests of a kind so far, as their query. */
  readonly lists: (path?: string) => readonly Readonly<Record<string, string>>[];
}

export const PATHS = {
  fittings: '/adminapi/fittings',
  products: '/adminapi/products',
} as const;

export async function openPlace(options: ReferenceOptions = {}): Promise<Place> {
  const service = await startReference(options);
  const body = JSON.stringify({ email: 'admin@example.com', password: 'demo' });
  const token = async () => {
    const answer = await fetch(`${service.url}/admin/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return z.object({ accessToken: z.string() }).parse(await answer.json()).accessToken;
  };
  const known = await token();
  const values = new Map<string, string>();
  const api = createServiceApi(
    { url: service.url, token: () => known },
    { get: (name) => values.get(name) ?? null, set: (name, value) => void values.set(name, value) },
    systemSeams,
    { timeoutMs: 1_000 },
  );
  onTestFinished(async () => {
    api.close();
    await service.close();
  });
  const lists = (path: string = PATHS.products) =>
    service.log.filter((each) => each.path === path).map(({ query }) => query);
  return { service, api, lists };
}

/** Some of every kind; products, which have no `all`, are the ones that are paged. */
export function catalogue(count: number): SeedData {
  const make = (name: string, extra: (n: number) => JsonObject): JsonObject[] =>
    Array.from({ length: count }, (_, n) => ({
      _id: idOf(n),
      name: `${name} ${n}`,
      ...extra(n),
    }));
  return {
    fittings: make('Zawias', (n) => ({ kod: `ZAW-${n}`, price: `${n}.50`, images: [] })),
    materials: make('Dąb', (n) => ({ SIFRA: `H${n}`, price: n })),
    products: make('Szafa', (n) => ({ status: '1', modelPath: `m/${n}.obj`, date: '2026-01-02' })),
    edgeBands: make('ABS', (n) => ({ code: `ABS-${n}`, thickness: 0.8 })),
  };
}

/** The id of the n-th record of a catalogue. */
export const idOf = (n: number) => n.toString(16).padStart(24, '0');

/** Small pages, so that a short catalogue is a long way. */
export async function openPaged(
  count: number,
  variant = {},
): Promise<{ place: Place; mirror: Mirror }> {
  const place = await openPlace({ seed: catalogue(count), variant: { pageCap: 10, ...variant } });
  return { place, mirror: openMirror() };
}

/** The counts of a kind that must have been pulled. */
export function countsOf(result: PullResult, kind: Kind): PullCounts {
  const counts = result.kinds[kind];
  if (counts === undefined) throw new Error(`${kind} was not pulled`);
  return counts;
}

/** Returns the sorted ids of all list rows of a kind in the mirror. */
export function shownIds({ ws }: Mirror, kind: Kind): string[] {
  const rows = ws.cache.prepare(`SELECT id FROM rows_${kind.replace('-', '_')} ORDER BY id`);
  return z.array(z.string()).parse(rows.pluck().all());
}

/** Ids of the service's records of a kind, sorted. */
export function liveIds({ service }: Place, kind: 'fittings' | 'products' | 'edgeBands'): string[] {
  return service.state
    .all(kind)
    .map(({ _id }) => z.string().parse(_id))
    .sort();
}
