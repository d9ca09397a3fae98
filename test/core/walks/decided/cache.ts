import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sightsOf } from '#core/files/filePreviews.ts';
import { removeOldStaged } from '#core/files/stage.ts';
import { PNG, SEED } from '../../../support/desk.ts';
import { openStation } from '../../files/station.ts';
import type { Station } from '../../files/station.ts';
import { insist } from './world.ts';
import { closeStores, openStores } from '#core/workspace/readStores.ts';

export const CACHE_DEEDS = [
  'want',
  'budget',
  'replace',
  'restart',
  'edit',
  'remove',
  'push',
  'pull',
  'elsewhere',
  'login',
  'draft',
  'housekeeping',
] as const;
export interface CacheStep {
  readonly do: (typeof CACHE_DEEDS)[number];
  readonly a: number;
}

/** Half a megabyte each, so that a budget of one has room for two. */
export const large = (n: number) => Buffer.concat([PNG, Buffer.alloc(400_000, n)]);
export const pathOf = (n: number) => `uploads/fittings/large-${n}.png`;
const PATHS = [0, 1, 2, 3].map(pathOf);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns the path of a seeded file of the service. */
export const storedAt = ({ folder }: Station, stored: string) =>
  path.join(folder, '../../../files', stored);

/** Replaces a file atomically, so that a reader gets the old or the new one. */
export function replaceAt(station: Station, stored: string, bytes: Buffer): void {
  const [target, draft] = [storedAt(station, stored), storedAt(station, `${stored}.part`)];
  fs.writeFileSync(draft, bytes);
  fs.renameSync(draft, target);
}

/**
 * Opens a station of four fittings with a large picture each.
 *
 * Records the requests and whether they had the token.
 */
export async function openCached() {
  const [one] = SEED.fittings;
  const fittings = PATHS.map((each, n) => ({ ...one, kod: `F-${n}`, images: [each], model: '' }));
  const asked: { readonly origin: string; readonly hasToken: boolean }[] = [];
  const station = await openStation({
    seed: { ...SEED, fittings, products: [], materials: [] },
    files: Object.fromEntries(PATHS.map((each, n) => [each, large(n)])),
    fetchFile: (url, init) => {
      const headers = new Headers(init?.headers);
      asked.push({ origin: new URL(url).origin, hasToken: headers.has('authorization') });
      return fetch(url, init);
    },
  });
  return { station, asked, ...stagedIn(station) };
}

function stagedIn(station: Station) {
  const given = path.join(station.folder, '../../../given.png');
  const stage = async (n: number) => {
    fs.writeFileSync(given, large(n));
    const staged = await station.call('files.stage', { path: given });
    return String(Object.entries(staged ?? {}).find(([name]) => name === 'file')?.[1]);
  };
  return { stage };
}

/** Runs the steps and checks the cached files, the rows and the requests after each. */
export async function walkCache(steps: readonly CacheStep[], counts: Map<string, number>) {
  const { station, asked, stage } = await openCached();
  const needed = new Set<string>();
  const replaced = new Set<string>();
  const call = async (name: string, input: unknown) => {
    const isDone = await station.call(name, input).then(
      () => true,
      () => false,
    );
    const what = `${name}${isDone ? '' : ': no'}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    return isDone;
  };
  const take = async ({ do: deed, a }: CacheStep): Promise<unknown> => {
    const stored = pathOf(a % 4);
    const ref = `F-${a % 4}`;
    if (deed === 'want') return call('assets.want', { paths: [stored] });
    if (deed === 'budget') return station.settings({ assetBudgetMb: a % 4 });
    if (deed === 'restart') return station.restart();
    if (deed === 'remove') return call('records.remove', { kind: 'fittings', ref });
    if (deed === 'push') return call('sync.push', { patience: 0 });
    if (deed === 'pull') return call('sync.pull', {});
    if (deed === 'housekeeping') return removeOldStaged(station.writer.ws);
    if (deed === 'login')
      return call('session.login', {
        url: station.service.url,
        email: 'admin@example.com',
        password: 'demo',
      });
    if (deed === 'elsewhere')
      return station.settings({ assetBaseUrl: a % 2 === 0 ? '' : 'http://localhost:9' });
    if (deed === 'replace') {
      replaced.add(stored);
      return replaceAt(station, stored, large(10 + a));
    }
    const file = await stage(20 + (a % 3));
    if (deed === 'draft') {
      needed.add(hashOf(large(20 + (a % 3))));
      return call('drafts.set', { key: `draft-${a % 3}`, draft: { images: [{ $file: file }] } });
    }
    const values = { images: [{ $file: file }] };
    if (await call('records.update', { kind: 'fittings', ref, values, files: [] }))
      needed.add(hashOf(large(20 + (a % 3))));
    return undefined;
  };
  for (const step of steps) {
    await take(step);
    await new Promise((resolve) => setTimeout(resolve, 5));
    check(station, asked, needed, replaced, counts);
  }
}

function check(
  station: Station,
  asked: readonly { readonly origin: string; readonly hasToken: boolean }[],
  needed: ReadonlySet<string>,
  replaced: ReadonlySet<string>,
  counts: Map<string, number>,
): void {
  const { origin } = new URL(station.service.url);
  for (const each of asked) insist(!each.hasToken || each.origin === origin, 'token:', each);
  for (const sha256 of needed)
    insist(fs.existsSync(path.join(station.folder, 'staged', sha256)), 'needed:', sha256);
  const stores = openStores(station.writer.ws.platform);
  try {
    for (const { of, state, sha256 } of sightsOf(
      stores,
      PATHS.map((each) => ({ path: each })),
    )) {
      if (state !== 'here' || sha256 === null || !('path' in of)) continue;
      counts.set('shown', (counts.get('shown') ?? 0) + 1);
      const file = path.join(station.folder, 'assets', sha256);
      insist(fs.existsSync(file), 'shown, not here:', of);
      insist(hashOf(fs.readFileSync(file)) === sha256, 'shown otherwise:', of);
      const isSame = hashOf(fs.readFileSync(storedAt(station, of.path))) === sha256;
      insist(isSame || replaced.has(of.path), 'shown, not the one of the service:', of);
    }
  } finally {
    closeStores(stores);
  }
}
