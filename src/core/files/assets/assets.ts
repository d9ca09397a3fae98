import { constants } from 'node:fs';
import path from 'node:path';
import type { EventData, EventName } from '#contract/events.ts';
import type { AssetStatus } from '#contract/files/sights.ts';
import type { IdleScheduler } from '../../platform/idleScheduler.ts';
import { Interval } from '../../platform/throttle.ts';
import type { FileAccess, Session } from '../../workspace/session.ts';
import { isOffline } from '../../workspace/syncMode.ts';
import type { Asset } from '../../store/assetStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { readMetadata } from '../fileMetadata.ts';
import { stagedPath } from '../place.ts';
import { assetUrl } from './address.ts';
import { Collector } from './collector.ts';
import { fetchAsset } from './fetchAsset.ts';
import type { Fetched } from './fetchAsset.ts';
import { AssetNews } from './news.ts';
import { assetFolder, assetPath } from './place.ts';
import { evictLeastUsed, sweepAssets } from './evict.ts';
import { assetStatusOf, budgetOf } from './status.ts';
import { Cooldown } from './cooldown.ts';

const SIDE_BY_SIDE = 3;
/**
 * The pause between two background requests, in milliseconds: fetching must not burden the service.
 */
const GAP_MS = 100;
/** After this many milliseconds a requested file counts as no longer on screen. */
const IN_SIGHT_MS = 120_000;
/** Counting a large catalogue takes time: not more often than a user reads the status. */
const TELL_EVERY_MS = 500;
const MEGABYTE = 1024 * 1024;
const LARGEST = 256 * MEGABYTE;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Fetches the images and models of the mirror's records in the background.
 *
 * Files on screen come first. Fetching stays within the budget, at a low rate, and pauses during a
 * push or a pull. Unavailable files are remembered and cause no error message.
 */
export class Assets {
  readonly #ws;
  readonly #session;
  readonly #closing = new AbortController();
  readonly #flying = new Map<string, Promise<void>>();
  readonly #collector;
  readonly #collecting;
  readonly #news;
  readonly #waits;
  #rest = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #syncing = false;
  #pauses = 0;
  #told = '';
  readonly #toTell;
  #owesTelling = false;
  /** When the next postponed path is due; null: none is; undefined: not looked up. */
  #due: number | null | undefined = undefined;
  #bytes: number | null = null;
  #base: string;

  constructor(ws: Workspace, session: Session, background: IdleScheduler) {
    this.#ws = ws;
    this.#session = session;
    this.#collector = new Collector(ws);
    this.#collecting = background.chore('Pictures could not be looked for', () => this.#collect());
    this.#news = new AssetNews(ws);
    this.#toTell = new Interval(ws.platform.clock, TELL_EVERY_MS);
    this.#waits = new Cooldown(ws);
    this.#base = ws.settings.all().assetBaseUrl;
  }

  /** Starts fetching; a one-shot terminal command never does. */
  start(): void {
    sweepAssets(this.#ws);
    if (this.#ws.platform.fetchFile === undefined) return;
    this.#collector.noteAll();
    this.#collecting.wake();
    this.#running = this.#loop();
  }

  /** Moves these paths to the front: a user looks at them now. */
  want(paths: readonly string[]): void {
    const now = this.#ws.platform.clock.now();
    this.#ws.filesDb.transaction(() => {
      for (const each of paths) {
        this.#ws.assets.add(each, 0);
        this.#ws.assets.want(each, now);
      }
    })();
    this.#wake();
  }

  /** Reacts to the events that the core sends to its windows. */
  hear<N extends EventName>(name: N, data: EventData<N>): void {
    if (name === 'records.changed') this.#note(data as EventData<'records.changed'>);
    else if (name === 'sync.state') this.#follow(data as EventData<'sync.state'>);
    else if (name === 'session.changed') this.#resume(true);
    else if (name === 'connection.changed') this.#resume(false);
    else if (name === 'settings.changed') this.#reset();
  }

  #note({ kind, ids }: EventData<'records.changed'>): void {
    this.#collector.note(kind, ids);
    // A pull reports its changes repeatedly; its records are searched once, after it ends.
    if (!this.#syncing) this.#collecting.wake();
  }

  #collect(): boolean {
    const isMore = this.#collector.slice();
    if (!isMore) this.#wake();
    return isMore;
  }

  #follow({ running, online }: EventData<'sync.state'>): void {
    this.#syncing = running !== 'idle';
    if (!this.#syncing) this.#collecting.wake();
    if (online === true) this.#resume(false);
    this.#wake();
  }

  #resume(anew: boolean): void {
    if (anew) this.#ws.assets.askAgain();
    this.#waits.end();
    this.#pauses = 0;
    this.#wake();
  }

  #reset(): void {
    const { assetBaseUrl } = this.#ws.settings.all();
    if (assetBaseUrl !== this.#base) this.#ws.assets.askAgain();
    this.#base = assetBaseUrl;
    this.#fit();
    this.#resume(false);
  }

  #wake(): void {
    this.#rest.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#running;
    await Promise.allSettled(this.#flying.values());
    this.#news.close();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#turn();
      } catch (thrown) {
        // For example a full disk: it must not stop fetching until the next start.
        this.#ws.platform.log('warn', `Pictures are not fetched for now: ${String(thrown)}`);
        if (!signal.aborted) await this.#ws.platform.clock.sleep(MINUTE, signal);
      }
    }
  }

  async #turn(): Promise<void> {
    this.#rest = new AbortController();
    if (this.#waits.followClock()) this.#due = undefined;
    const next = this.#next();
    this.#tell(next !== null || this.#flying.size > 0);
    if (next === null) return this.#sleep();
    this.#fly(next);
    const seen = next.wantedAt > this.#ws.platform.clock.now() - IN_SIGHT_MS;
    if (this.#flying.size >= SIDE_BY_SIDE) await Promise.race(this.#flying.values());
    const { signal } = this.#closing;
    if (!seen && !signal.aborted) await this.#ws.platform.clock.sleep(GAP_MS, signal);
  }

  #next(): Asset | null {
    const { assets, platform } = this.#ws;
    const now = platform.clock.now();
    const budget = budgetOf(this.#ws);
    if (budget === 0 || this.#waits.left() > 0 || isOffline(this.#ws.meta)) return null;
    const gently = !this.#syncing && this.#room() > 0;
    const seenAfter = gently ? 0 : Math.max(1, now - IN_SIGHT_MS);
    return assets.due(now, seenAfter, new Set(this.#flying.keys()));
  }

  /**
   * Returns how many bytes background fetches may still add.
   *
   * Zero when little is left: fetching would only evict other files.
   */
  #room(): number {
    const budget = budgetOf(this.#ws);
    const left = budget - this.#used();
    return left < Math.min(budget / 20, 4 * MEGABYTE) ? 0 : left;
  }

  #used(): number {
    return (this.#bytes ??= this.#ws.assets.counts().bytes);
  }

  #fit(): void {
    const budget = budgetOf(this.#ws);
    if (this.#used() <= budget) return;
    evictLeastUsed(this.#ws, budget);
    this.#bytes = null;
  }

  async #sleep(): Promise<void> {
    const { clock } = this.#ws.platform;
    const now = clock.now();
    const due = this.#waits.left() || (this.#nextAt(now) ?? Infinity) - now;
    const most = this.#owesTelling ? TELL_EVERY_MS : HOUR;
    const wait = Math.min(Math.max(due, 100), most);
    const signal = AbortSignal.any([this.#rest.signal, this.#closing.signal]);
    // A wake-up may have happened since this turn began.
    if (!signal.aborted) await clock.sleep(wait, signal);
  }

  /** Looked up again only after a fetch has postponed a path: edits wake the loop as well. */
  #nextAt(now: number): number | null {
    const known = this.#due;
    if (known !== undefined && (known === null || known > now)) return known;
    this.#due = this.#ws.assets.nextAt(now);
    return this.#due;
  }

  #fly(asset: Asset): void {
    const flight = this.#fetch(asset)
      .catch((thrown: unknown) => {
        // Most likely a full disk; the user sees that where it matters.
        this.#ws.platform.log('warn', `${asset.path} could not be kept: ${String(thrown)}`);
        this.#waits.pause(10 * MINUTE);
      })
      .finally(() => {
        this.#flying.delete(asset.path);
        this.#due = undefined;
        this.#wake();
      });
    this.#flying.set(asset.path, flight);
  }

  async #fetch(asset: Asset): Promise<void> {
    const { assets, folder, platform } = this.#ws;
    const fs = platform.disk.files;
    if (platform.fetchFile === undefined) return;
    if (await this.#adopt(asset)) return;
    const access = await this.#session.forFiles();
    if (access === null) return this.#waits.pause(HOUR);
    const url = this.#urlOf(asset, access);
    if (url === null) return assets.setRefused(asset.path);
    await fs.promises.mkdir(assetFolder(folder), { recursive: true });
    const target = path.join(assetFolder(folder), `incoming-${platform.random.id()}`);
    try {
      const name = asset.path.split(/[/\\]/).at(-1) ?? '';
      const limit = this.#limit(asset);
      const { signal } = this.#closing;
      const fetched = await fetchAsset(url, {
        fetchFile: platform.fetchFile,
        clock: platform.clock,
        disk: platform.disk,
        access,
        name,
        target,
        limit,
        signal,
      });
      // If the address of the service changed meanwhile, this result says nothing about the same
      // path there.
      const now = await this.#session.forFiles();
      const isStill = now !== null && this.#urlOf(asset, now)?.href === url.href;
      if (isStill && !signal.aborted) await this.#settle(asset, fetched, target);
    } finally {
      await fs.promises.rm(target, { force: true });
    }
  }

  #urlOf(asset: Asset, access: FileAccess): URL | null {
    return assetUrl(this.#base === '' ? access.url : this.#base, asset.path);
  }

  #limit(asset: Asset): number {
    const budget = budgetOf(this.#ws);
    const seen = asset.wantedAt > this.#ws.platform.clock.now() - IN_SIGHT_MS;
    return Math.min(LARGEST, seen ? budget : this.#room());
  }

  /** Uses the staged copy of a file that this computer uploaded, so that it need not be fetched. */
  async #adopt(asset: Asset): Promise<boolean> {
    const { uploads, folder } = this.#ws;
    const fs = this.#ws.platform.disk.files;
    const staged = uploads.byPaths([asset.path]).get(asset.path);
    if (staged === undefined || !fs.existsSync(stagedPath(folder, staged.sha256))) return false;
    await fs.promises.mkdir(assetFolder(folder), { recursive: true });
    const draft = path.join(assetFolder(folder), `incoming-${this.#ws.platform.random.id()}`);
    const source = stagedPath(folder, staged.sha256);
    await fs.promises.copyFile(source, draft, constants.COPYFILE_FICLONE);
    // After a switch to another service the copy is not used: that service may have another image
    // under the same path.
    if (uploads.byPaths([asset.path]).get(asset.path)?.sha256 === staged.sha256)
      await this.#keep(asset, staged.sha256, staged.size, draft);
    else await fs.promises.rm(draft, { force: true });
    return true;
  }

  async #settle(asset: Asset, fetched: Fetched, target: string): Promise<void> {
    const { assets, platform } = this.#ws;
    if (this.#waits.followClock()) this.#due = undefined;
    const now = platform.clock.now();
    if (fetched.outcome !== 'offline' && fetched.outcome !== 'unauthorized') this.#pauses = 0;
    switch (fetched.outcome) {
      case 'here':
        return this.#keep(asset, fetched.sha256, fetched.size, target);
      case 'missing':
        assets.setMissing(asset.path, now + Math.min(HOUR * 4 ** asset.tries, 7 * 24 * HOUR));
        return this.#news.changed(asset.path, null);
      case 'too-large':
        return assets.putOff(asset.path, now + 24 * HOUR, false);
      case 'later': {
        const wait = Math.min(MINUTE * 2 ** asset.tries, 6 * HOUR);
        if (fetched.wait !== null) this.#waits.pause(fetched.wait);
        return assets.putOff(asset.path, now + Math.max(wait, fetched.wait ?? 0), true);
      }
      case 'offline':
      case 'unauthorized':
        return this.#waits.pause(Math.min(30_000 * 2 ** this.#pauses++, 10 * MINUTE));
      default:
        return undefined;
    }
  }

  async #keep(asset: Asset, sha256: string, size: number, incoming: string): Promise<void> {
    const { folder, assets, platform } = this.#ws;
    const file = assetPath(folder, sha256);
    await platform.disk.files.promises.rename(incoming, file);
    readMetadata(this.#ws, file, sha256, asset.path);
    assets.setHere(asset.path, sha256, size, asset.wantedAt);
    this.#bytes = null;
    this.#fit();
    this.#news.changed(asset.path, sha256);
  }

  /** Reports the progress when it has changed. */
  #tell(busy: boolean): void {
    const { assets } = this.#ws;
    const paused = this.#waits.left() > 0;
    const doing: AssetStatus['state'] = paused ? 'paused' : busy ? 'fetching' : 'idle';
    const changed = assets.marked() !== doing;
    this.#owesTelling = !changed && this.#toTell.left() > 0;
    if (this.#owesTelling) return;
    if (changed) assets.mark(doing);
    this.#toTell.begin();
    const status = assetStatusOf(this.#ws);
    const text = JSON.stringify(status);
    if (text === this.#told) return;
    this.#told = text;
    this.#ws.emit('assets.progress', status);
  }
}
