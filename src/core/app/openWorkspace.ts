import { hash } from 'node:crypto';
import path from 'node:path';
import type { Emit } from '#contract/events.ts';
import type { DataNotice } from '#contract/notes.ts';
import { keepPrivate } from '../workspace/dataFolder/keepPrivate.ts';
import { refuseTooLong } from '../workspace/dataFolder/length.ts';
import { refuseOtherPlace } from '../workspace/dataFolder/place.ts';
import type { Platform } from '../platform/platform.ts';
import { agreeOnHidden } from '../catalogue/problems/actions.ts';
import { countWaiting } from '../store/countPending.ts';
import { backUp, listBackups } from '../workspace/backup.ts';
import { AssetStore } from '../store/assetStore.ts';
import { FileStore } from '../store/fileStore.ts';
import { FILES, openFiles } from '../workspace/openFiles.ts';
import { isBehindMirror, noteBackup, noteLastRequest } from '../workspace/clonedDatabase.ts';
import { isNonsense, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { asForbidden } from '../workspace/instanceLock.ts';
import type { InstanceLock } from '../workspace/instanceLock.ts';
import { MetaStore } from '../store/metaStore.ts';
import { claimMirror, emptyMirror, mirrorOf } from '../workspace/mirror.ts';
import { keepNotice } from '../workspace/notices.ts';
import { openCache, sealOf, setAside } from '../workspace/openCache.ts';
import type { OpenedCache } from '../workspace/openCache.ts';
import { openWork, RESTORED } from '../workspace/openWork.ts';
import type { OpenedWork } from '../workspace/openWork.ts';
import { RecordStore } from '../store/recordStore.ts';
import { RowStore } from '../store/rowStore.ts';
import {
  flushProjection,
  dropOverlays,
  forgetInLine,
  markAllDirty,
  refreshDirty,
} from '../outbox/projection.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { finishLoadAtOnce } from '../sync/pull/firstLoad.ts';
import { recoverOperations } from '../sync/recover.ts';
import { workStores } from '../store/workStores.ts';
import { pauseAutomatic, sendsByItself } from '../workspace/syncMode.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ClientCertificates, withCertificates } from '../workspace/clientCertificates.ts';
import { Proxies, withProxies } from '../workspace/proxies.ts';
import { profileFolder, lockProfile } from '../workspace/profileFolder.ts';

/** A workspace and the function that closes it; it must not be used after closing. */
export interface OpenWorkspace {
  readonly ws: Workspace;
  readonly close: () => void;
}

const CACHE = 'cache.db';
const SEAL = 'seal:';

/** Opens a profile for its writer and recovers an interrupted state. */
export function openWorkspace(platform: Platform, emit: Emit): OpenWorkspace {
  const folder = profileFolder(platform.dataDir, platform.profile);
  refuseTooLong(platform.dataDir, [platform.profile]);
  const lock = lockProfile(platform);
  try {
    // Checked under the lock. A move takes the lock too, so no data are written to a folder that
    // was just left.
    refuseOtherPlace(platform.disk.files, platform.dataDir);
    keepPrivate(platform.disk.files, platform.dataDir, folder, platform.log);
    return openOrBeginAnew(platform, emit, folder, lock);
  } catch (error) {
    lock.release();
    throw asForbidden(error, folder);
  }
}

/**
 * Opens the workspace; sets aside a mirror that returns nonsense.
 *
 * A mirror with a damaged layout opens without an error.
 */
function openOrBeginAnew(
  platform: Platform,
  emit: Emit,
  folder: string,
  lock: InstanceLock,
): OpenWorkspace {
  const { disk, clock } = platform;
  // An error of `work.db` must not set the mirror aside.
  const work = openWork(disk, folder, clock.now());
  const open = () => openLocked(platform, emit, folder, lock, work);
  try {
    return orElse(open, () => {
      const aside = setAside(disk, path.join(folder, CACHE), clock.now());
      const opened = open();
      keepNotice(opened.ws.meta, 'cache', cacheNotice(aside));
      return opened;
    });
  } catch (error) {
    work.db.close();
    throw error;
  }
}

function orElse<T>(first: () => T, behindNonsense: () => T): T {
  try {
    return first();
  } catch (error) {
    if (!isNonsense(error)) throw error;
    return behindNonsense();
  }
}

function openLocked(
  platform: Platform,
  emit: Emit,
  folder: string,
  lock: InstanceLock,
  work: OpenedWork,
): OpenWorkspace {
  const opened: Db[] = [];
  try {
    return openBeside(platform, emit, folder, lock, work, opened);
  } catch (error) {
    for (const db of opened) db.close();
    throw error;
  }
}

/**
 * Opens the mirror and `files.db`.
 *
 * Open databases are added to `opened`, so that the caller can close them after a failure.
 */
function openBeside(
  platform: Platform,
  emit: Emit,
  folder: string,
  lock: InstanceLock,
  work: OpenedWork,
  opened: Db[],
): OpenWorkspace {
  const now = platform.clock.now();
  const meta = new MetaStore(work.db);
  const [cacheSeal, filesSeal] = [meta.get(SEAL + CACHE), meta.get(SEAL + FILES)];
  // Both databases change from now on, so an old seal must not match after a crash.
  meta.remove(SEAL);
  const cache = openCache(platform.disk, path.join(folder, CACHE), now, cacheSeal);
  opened.push(cache.db);
  const filesDb = openFiles(platform.disk, folder, filesSeal);
  opened.push(filesDb);
  const stores = workStores(work.db, platform.policy?.managed.settings);
  const proxies = new Proxies({ platform, ...stores });
  const certificates = new ClientCertificates({ platform, ...stores });
  const ws: Workspace = {
    platform: withProxies(withCertificates(platform, certificates), proxies),
    proxies,
    certificates,
    folder,
    emit,
    cache: cache.db,
    filesDb,
    files: new FileStore(filesDb),
    assets: new AssetStore(filesDb),
    ...stores,
    records: new RecordStore(cache.db),
    rows: new RowStore(cache.db),
  };
  bringInLine(ws, work, cache);
  agreeOnHidden(ws);
  return { ws, close: () => closeWorkspace(ws, lock) };
}

function bringInLine(ws: Workspace, work: OpenedWork, cache: OpenedCache): void {
  const unknown = ws.meta.get(RESTORED) === null && isBehindMirror(ws.cache, ws.work);
  const copied = unknown && countWaiting(ws.work) > 0 ? [{ code: 'work-copied' } as const] : [];
  for (const notice of [...work.notices, ...copied])
    keepNotice(ws.meta, `work:${ws.platform.clock.now()}:${notice.code}`, notice);
  if (cache.setAside !== null) keepNotice(ws.meta, 'cache', cacheNotice(cache.setAside));
  if (unknown) ws.meta.set(RESTORED, '1');
  const restored = ws.meta.get(RESTORED) !== null;
  const emptied = agreeOnService(ws);
  // Overlays of pending operations are not flushed to disk, so they are made again.
  if (restored || emptied || !cache.untouched) {
    dropOverlays(ws);
    markAllDirty(ws);
  }
  if (!cache.untouched) ws.assets.forgetCollected();
  recoverOperations(ws, restored);
  // A first load that was interrupted left its list indexes unbuilt.
  for (const kind of KINDS) finishLoadAtOnce(ws, kind);
  refreshDirty(ws);
  // Noted also when no list row changed; otherwise the next start would treat the work as restored
  // again.
  if (restored) {
    // The setting may be that of another person.
    if (sendsByItself(ws.settings.all())) pauseAutomatic(ws.meta);
    transact(ws.cache, () => noteLastRequest(ws.cache, ws.work));
    ws.meta.remove(RESTORED);
  }
}

/**
 * Makes the mirror and the work belong to the same service.
 *
 * Restored work may be of another service, where equal ids are other records; then the mirror is
 * emptied. Work that was never signed in takes the service of the mirror. Returns whether the
 * mirror was emptied.
 */
function agreeOnService(ws: Workspace): boolean {
  const [own, mirrored] = [ws.meta.get('url'), mirrorOf(ws)];
  if (own !== null && mirrored !== null && own !== mirrored) {
    emptyMirror(ws, own);
    return true;
  }
  if (own === null && mirrored !== null) ws.meta.set('url', mirrored);
  if (own !== null) claimMirror(ws, own);
  return false;
}

function cacheNotice(aside: string): DataNotice {
  return { code: 'cache-damaged', aside: path.basename(aside) };
}

/** Above this size a backup at every close would be slow; then one per day is made. */
const SMALL = 32 * 1024 * 1024;
const DAY = 86_400_000;

/**
 * Closes all databases despite errors, then throws the first error.
 *
 * The lock is released only when every file is closed, since two writers must never write to one
 * profile.
 */
function closeWorkspace(ws: Workspace, lock: InstanceLock): void {
  const isOpen = () => [ws.filesDb, ws.cache, ws.work].some((db) => db.open);
  if (!isOpen()) return;
  const failures: unknown[] = [];
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      failures.push(error);
    }
  };
  if (ws.work.open) {
    attempt(() => flushProjection(ws));
    attempt(() => backUpWhenDue(ws));
  }
  attempt(() => ws.filesDb.close());
  attempt(() => ws.cache.close());
  // A database that was not closed cleanly is checked fully at the next start.
  if (failures.length === 0 && ws.work.open) seal(ws);
  attempt(() => ws.work.close());
  if (!isOpen()) lock.release();
  if (failures.length > 0) throw failures[0];
}

/**
 * Seals the closed databases.
 *
 * A database without a seal is checked fully at the next start.
 */
function seal(ws: Workspace): void {
  const { platform, folder, meta, work } = ws;
  try {
    transact(work, () => {
      forgetInLine(ws);
      for (const name of [CACHE, FILES]) {
        const looks = sealOf(platform.disk, path.join(folder, name));
        if (looks !== null) meta.set(SEAL + name, looks);
      }
    });
  } catch (error) {
    platform.log('warn', `What was closed could not be sealed: ${String(error)}`);
  }
}

function backUpWhenDue(ws: Workspace): void {
  const { disk } = ws.platform;
  const changes = lastChange(ws);
  const newest = listBackups(disk, ws.folder)[0];
  const age =
    newest === undefined ? Infinity : ws.platform.clock.now() - disk.files.statSync(newest).mtimeMs;
  const small = disk.files.statSync(path.join(ws.folder, 'work.db')).size < SMALL;
  if (ws.meta.get('backup:of') === changes || (!small && Math.abs(age) < DAY)) return;
  try {
    const made = backUp(disk, ws.work, ws.folder, ws.platform.clock.now());
    if (made === null) throw new Error('the copy was not sound');
    // Set only after the backup exists, so that a crash leaves it due.
    transact(ws.work, () => {
      ws.meta.set('backup:of', changes);
      noteBackup(ws.work, made);
    });
  } catch (error) {
    // A full disk must not keep the program from closing; the next close tries again.
    ws.platform.log('warn', `No backup could be made: ${String(error)}`);
  }
}

/** A value that every user action changes; the records of a pull do not change it. */
const CHANGES = `SELECT json_array(
  (SELECT value FROM meta WHERE key = 'url'), (SELECT value FROM meta WHERE key = 'email'),
  (SELECT count(*) FROM activity), (SELECT max(updated_at) FROM operation),
  (SELECT json_array(count(*), sum(updated_at), sum(length(name))) FROM review),
  (SELECT json_array(count(*), sum(marked_at), sum(length(comment))) FROM review_item),
  (SELECT json_array(count(*), sum(updated_at)) FROM plan),
  (SELECT json_array(count(*), sum(updated_at)) FROM draft),
  (SELECT json_array(count(*), sum(at)) FROM hidden_problem),
  (SELECT count(*) FROM trash),
  (SELECT json_group_array(json_array(kind, name, body)) FROM view),
  (SELECT json_group_array(json_array(name, value)) FROM setting),
  (SELECT json_group_array(json_array(kind, signature, body)) FROM layout))`;

function lastChange(ws: Workspace): string {
  return hash('sha256', String(ws.work.prepare(CHANGES).pluck().get()), 'hex');
}
