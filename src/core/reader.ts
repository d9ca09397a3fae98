import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Handlers, ReadName } from '#contract/procedures.ts';
import { GroupStore } from './groups/groupStore.ts';
import type { Platform } from './platform.ts';
import { profileFolder } from './openWorkspace.ts';
import { changesSince, pullsOf } from './past/readChanges.ts';
import { getTrash, listTrash } from './past/readTrash.ts';
import { evaluatePlan } from './plan/evaluate.ts';
import { readCopied } from './plan/readSheet.ts';
import { PlanStore } from './plan/planStore.ts';
import { previewFixes } from './problems/actions.ts';
import { countProblems, listProblems, problemsOfRecords } from './problems/readProblems.ts';
import { historyOf, requestsOf } from './read/history.ts';
import { attemptsOf, operationViews } from './read/outbox.ts';
import { ReviewStore } from './review/reviewStore.ts';
import { reviewItems, reviewPlaceOf, reviewTable } from './review/walk.ts';
import { codeHolder } from './outbox/takenKey.ts';
import { draftKeys } from './outbox/draftKeys.ts';
import { Matches } from './read/matches.ts';
import {
  getRecord,
  glanceRows,
  listRowsInSteps,
  matchingIds,
  wholeRecords,
} from './read/records.ts';
import { fileReads } from './read/files.ts';
import { usedBy } from './read/usedBy.ts';
import { readStatus } from './read/status.ts';
import { AssetStore } from './store/assetStore.ts';
import { FileStore } from './store/fileStore.ts';
import { openFilesReader } from './store/openFiles.ts';
import { DeskStore } from './store/deskStore.ts';
import { openReader } from './store/database.ts';
import type { Db } from './store/database.ts';
import { RecordReader } from './store/recordStore.ts';
import { workStores } from './store/workStores.ts';
import type { WorkStores } from './store/workStores.ts';

/** One profile opened for reading: lists, search and single records are answered from here. */
export interface ReadStores extends WorkStores {
  readonly profile: string;
  /** The profile's folder. */
  readonly folder: string;
  readonly disk: Platform['disk'];
  readonly cache: Db;
  readonly records: RecordReader;
  readonly desk: DeskStore;
  readonly groups: GroupStore;
  readonly matches: Matches;
  readonly filesDb: Db;
  readonly files: FileStore;
  readonly assets: AssetStore;
}

/** What a reader takes of the platform. */
export type ReadPlatform = Pick<Platform, 'dataDir' | 'profile' | 'disk' | 'policy'>;

/** Opens a profile for reading beside its writer; a profile that was never opened is `not-found`. */
export function openStores({ dataDir, profile, disk, policy }: ReadPlatform): ReadStores {
  const folder = profileFolder(dataDir, profile);
  const [workFile, cacheFile] = [path.join(folder, 'work.db'), path.join(folder, 'cache.db')];
  if (!disk.files.existsSync(workFile) || !disk.files.existsSync(cacheFile))
    throw new AppError(
      'not-found',
      `The profile ${profile} has not been opened on this computer yet.`,
    );
  const work = openReader(disk, workFile);
  const cache = openReader(disk, cacheFile);
  const filesDb = openFilesReader(disk, folder);
  return {
    profile,
    folder,
    disk,
    cache,
    ...workStores(work, policy?.managed.settings),
    records: new RecordReader(cache),
    filesDb,
    files: new FileStore(filesDb),
    assets: new AssetStore(filesDb),
    desk: new DeskStore(work),
    groups: new GroupStore(work),
    matches: new Matches(cache),
  };
}

/** Answers the read half of the contract. */
export function readHandlers(
  stores: ReadStores,
  signedIn: () => boolean | Promise<boolean>,
): Handlers<ReadName> {
  return {
    ...fileReads(stores),
    'status.get': async () => readStatus(stores, await signedIn()),
    'records.list': (query) => listRowsInSteps(stores, query),
    'records.glance': (query) => glanceRows(stores, query),
    'records.get': ({ kind, ref }) => getRecord(stores, kind, ref),
    'records.whole': (query) => wholeRecords(stores, query),
    'records.ids': (query) => matchingIds(stores, query),
    'records.codeHolder': ({ kind, code, except }) => ({
      holder: codeHolder(stores, { kind, key: code, eid: except }),
    }),
    'records.usedBy': ({ kind, ref }) => usedBy(stores, kind, [ref]),
    'records.usedByAny': ({ kind, refs }) => usedBy(stores, kind, refs),
    'views.list': ({ kind }) => ({ views: stores.desk.views(kind) }),
    'drafts.get': ({ key }) => ({ draft: draftOf(stores, key) }),
    'outbox.list': (filter) => ({ operations: operationViews(stores, filter) }),
    'outbox.attempts': ({ operation }) => ({ attempts: attemptsOf(stores, operation) }),
    ...pastHandlers(stores),
    ...reviewHandlers(stores),
    'settings.get': () => stores.settings.all(),
    'groups.list': ({ limit, ids }) => ({
      groups: stores.groups.list(limit ?? ids?.length ?? 50, ids),
    }),
    'groups.next': ({ except = [] }) => ({
      undo: stores.groups.nextUndo(except),
      redo: stores.groups.nextRedo(),
    }),
  };
}

type Named<P extends string> = Pick<Handlers<ReadName>, Extract<ReadName, `${P}.${string}`>>;

function pastHandlers(stores: ReadStores): Named<'history' | 'pulls' | 'trash' | 'problems'> {
  return {
    'history.list': (filter) => historyOf(stores, filter),
    'history.requests': (filter) => requestsOf(stores, filter),
    'pulls.list': (page) => pullsOf(stores, page),
    'pulls.changes': (filter) => changesSince(stores, filter),
    'trash.list': (filter) => listTrash(stores, filter),
    'trash.get': ({ kind, id }) => getTrash(stores, kind, id),
    'problems.list': (filter) => listProblems(stores, filter),
    'problems.counts': () => countProblems(stores.cache),
    'problems.ofRecords': (input) => problemsOfRecords(stores.cache, input),
    'problems.fixes': (input) => previewFixes(stores, input),
  };
}

function reviewHandlers(stores: ReadStores): Named<'review' | 'plan'> {
  const reviews = new ReviewStore(stores.work);
  const plans = new PlanStore(stores.work);
  return {
    'review.list': () => ({ sessions: reviews.list() }),
    'review.get': ({ session }) => reviews.get(session),
    'review.items': (input) => reviewItems(stores, input),
    'review.place': ({ session, index }) => reviewPlaceOf(stores, session, index),
    'review.table': ({ session }) => reviewTable(stores, session),
    'plan.list': () => ({ plans: plans.list() }),
    'plan.get': ({ plan }) => plans.get(plan),
    'plan.evaluate': ({ draft, plan }) =>
      evaluatePlan(stores, draft, plan === undefined ? undefined : plans.madeBy(plan)),
    'plan.readSheet': (input) => readCopied(input),
  };
}

function draftOf({ desk, entities }: ReadStores, key: string): Json | null {
  for (const each of draftKeys(entities, key)) {
    const draft = desk.draft(each);
    if (draft !== null) return draft;
  }
  return null;
}

export function closeStores(stores: ReadStores): void {
  stores.filesDb.close();
  stores.cache.close();
  stores.work.close();
}
