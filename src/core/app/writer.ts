import type { Emit } from '#contract/events.ts';
import type { Handlers, WriteName } from '#contract/procedures.ts';
import { attended } from './foregroundCalls.ts';
import { IdleScheduler } from '../platform/idleScheduler.ts';
import { exportOutbox } from './maintenance/exportOutbox.ts';
import { Assets } from '../files/assets/assets.ts';
import { StagingJobs } from '../files/stagingJobs.ts';
import { learnStaged } from '../files/fileMetadata.ts';
import { fileWrites } from './fileWrites.ts';
import type { FileWriteName } from './fileWrites.ts';
import { changeOne, removeOne } from '../outbox/batches/single.ts';
import { tryUpdate } from '../outbox/batches/tryUpdate.ts';
import { withdrawField } from '../outbox/batches/withdrawField.ts';
import { MaintenanceJobs } from './maintenanceJobs.ts';
import { removeOldStaged } from '../files/stage.ts';
import { openWorkspace } from './openWorkspace.ts';
import { createAgain } from '../history/readTrash.ts';
import { forgetDeleted } from '../history/trash.ts';
import {
  draftFromManifest,
  draftFromProduct,
  removeDraft,
  saveDraft,
} from '../catalogue/productDrafts/begin.ts';
import { saveManifest } from '../catalogue/productDrafts/writeManifest.ts';
import { queueDraft } from '../catalogue/productDrafts/queue.ts';
import { acceptAnswer, correctFact, forgetFacts } from '../catalogue/correctFacts.ts';
import { duplicateRecord } from '../catalogue/duplicate.ts';
import { fixProblems, hideProblems, showProblems } from '../catalogue/problems/actions.ts';
import { checkFiles } from '../catalogue/problems/checkFiles.ts';
import { exportMarks } from '../catalogue/review/marksFile.ts';
import {
  markReview,
  moveReview,
  removeReview,
  renameReview,
  startReview,
} from '../catalogue/review/walk.ts';
import { draftKeys } from '../outbox/draftKeys.ts';
import { actMany, resolveMany } from '../outbox/actMany.ts';
import { discard, hold, release, retry } from '../outbox/actions.ts';
import { resolve } from '../outbox/resolve.ts';
import { Changesets } from '../changesets/changesets.ts';
import { setSettings } from './setSettings.ts';
import type { Platform } from '../platform/platform.ts';
import { transact } from '../store/database.ts';
import { dismissNotices } from '../workspace/notices.ts';
import { UserStateStore } from '../store/userStateStore.ts';
import { isRebuilding } from '../store/projectionSchema.ts';
import { finishRebuild, rebuildNext } from '../outbox/rebuildProjection.ts';
import { flushProjection, tellQueue } from '../outbox/projection.ts';
import { openSession } from '../workspace/session.ts';
import type { Session } from '../workspace/session.ts';
import { syncModeOf } from '../workspace/syncMode.ts';
import { indexNextTexts, indexTexts } from '../sync/pull/firstLoad.ts';
import { AttentionWatch } from '../sync/attention.ts';
import { openSync, syncHandlers } from './syncParts.ts';
import type { SyncName, SyncParts } from './syncParts.ts';
import { addProduct } from '../catalogue/productDrafts/addProduct.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The writer of a profile: it owns the databases, the outbox, the session and the network. */
export interface Writer {
  readonly handlers: Handlers<WriteName>;
  readonly ws: Workspace;
  /** Updates the lists; call it before they are read beside this writer. */
  readonly catchUp: () => void;
  /** Stops running work, waits until it is on disk, and releases the profile. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a profile for writing; throws `busy` when another Cabinet has it open.
 *
 * A writer that stays resumes an interrupted push by itself. The writer of a terminal ends with its
 * command.
 */
export function openWriter(platform: Platform, emit: Emit, stays = false): Writer {
  const followers: Emit[] = [];
  const { ws, close } = openWorkspace(platform, (name, data) => {
    emit(name, data);
    for (const follow of followers) follow(name, data);
  });
  const background = new IdleScheduler(ws.platform, stays, () => flushProjection(ws));
  const keeper = new MaintenanceJobs(ws, background);
  followers.push(background.hear, keeper.hear);
  const session = openSession(ws);
  const copies = new StagingJobs(ws);
  const assets = new Assets(ws, session, background);
  const texts = background.chore('The text index', () => indexNextTexts(ws));
  const tidy = background.lastly('Memory could not be given back', () => ws.platform.giveBack?.());
  const plans = new Changesets(ws);
  const closing = new AbortController();
  // A terminal's writer ends with its command, so it builds the rest of the text index first.
  const parts = openSync(ws, session, stays, async () => {
    ws.platform.pages?.rest();
    if (!stays) return indexTexts(ws, closing.signal);
    texts.wake();
    tidy.wake();
  });
  const { sync, connection, automatic } = parts;
  const handlers = {
    ...handlersOf(ws, session, parts, plans),
    ...syncHandlers(parts, plans, ws),
    ...reviewHandlers(ws, session, keeper),
    ...fileWrites(ws, copies, assets),
  };
  removeOldStaged(ws);
  learnStaged(ws);
  keeper.wake();
  if (stays) {
    followers.push((name, data) => assets.hear(name, data), automatic.hear);
    followers.push(new AttentionWatch(ws).hear);
    assets.start();
    void connection.watch();
    afterRebuild(ws, background, () => {
      if (syncModeOf(ws.meta) === 'on') void sync.resume();
      void automatic.watch();
      texts.wake();
    });
  } else finishRebuild(ws);
  return {
    ws,
    handlers: attended(handlers, background, ws),
    catchUp: () => flushProjection(ws),
    close: async () => {
      background.close();
      closing.abort();
      copies.close();
      connection.close();
      automatic.close();
      await ended(ws, [sync.stop(), plans.close(), assets.close()]);
      session.close();
      keeper.close();
      close();
    },
  };
}

/**
 * Waits for the parts to end.
 *
 * A failure is logged and the profile is released, as after a crash.
 */
async function ended(ws: Workspace, parts: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(parts))
    if (each.status === 'rejected')
      ws.platform.log('error', `A part did not end in order: ${String(each.reason)}`);
}

/**
 * Rebuilds outdated lists in the background, then calls `ready`.
 *
 * Without outdated lists it calls `ready` at once.
 */
function afterRebuild(ws: Workspace, background: IdleScheduler, ready: () => void): void {
  if (!isRebuilding(ws.cache)) return ready();
  const rebuild = background.chore('The lists could not be rebuilt', () => {
    const isMore = rebuildNext(ws);
    if (!isMore) ready();
    return isMore;
  });
  rebuild.wake();
}

type Named<P extends string> = Extract<WriteName, `${P}.${string}`>;
type ReviewName = Named<'learned' | 'problems' | 'review' | 'pulls' | 'trash' | 'productDrafts'>;

function handlersOf(
  ws: Workspace,
  session: Session,
  { sync, automatic }: Pick<SyncParts, 'sync' | 'automatic'>,
  plans: Changesets,
): Omit<Handlers<WriteName>, ReviewName | SyncName | FileWriteName | DecisionName> {
  const desk = new UserStateStore(ws.work);
  return {
    'session.login': async (input) => {
      await automatic.beforeSignIn();
      return session.signIn(input, () => sync.stop());
    },
    'session.logout': () => session.signOut(),
    'settings.set': (input) => setSettings(ws, input),
    ...recordHandlers(ws),
    'views.save': ({ kind, view }) => {
      desk.saveView(kind, view);
      return {};
    },
    'views.remove': ({ kind, name }) => {
      desk.removeView(kind, name);
      return {};
    },
    'drafts.set': ({ key, draft }) => {
      const [now, ...before] = draftKeys(ws.entities, key);
      transact(ws.work, () => {
        desk.setDraft(now, draft, ws.platform.clock.now());
        for (const old of before) desk.setDraft(old, null, ws.platform.clock.now());
      });
      return {};
    },
    'notices.dismiss': ({ seen }) => {
      dismissNotices(ws.work, seen);
      // Every window reads the status again, which holds the remaining notices.
      tellQueue(ws);
      return {};
    },
    'outbox.retry': ({ operation }) => retry(ws, operation),
    'outbox.discard': ({ operation }) => discard(ws, operation),
    'outbox.withdraw': ({ operation, field }) => withdrawField(ws, operation, field),
    'outbox.hold': ({ operation }) => hold(ws, operation),
    'outbox.release': ({ operation }) => release(ws, operation),
    'outbox.many': ({ what, operations }) => actMany(ws, what, operations),
    'outbox.export': ({ to }) => exportOutbox(ws, to),
    ...plans.handlers,
  };
}

type DecisionName = 'outbox.resolve' | 'outbox.resolveMany';

/**
 * Returns the handlers of decisions.
 *
 * After a decision, a record deleted on the service leaves the lists and goes to the trash.
 */
function decisionHandlers(ws: Workspace, keeper: MaintenanceJobs): Handlers<DecisionName> {
  const kept = async <T>(decided: Promise<T>): Promise<T> => {
    const result = await decided;
    keeper.wake();
    return result;
  };
  return {
    'outbox.resolve': ({ operation, ...choice }) => kept(resolve(ws, operation, choice)),
    'outbox.resolveMany': ({ all, operations, seen }) =>
      kept(resolveMany(ws, all, operations, seen)),
  };
}

type RecordName =
  | 'records.duplicate'
  | 'records.create'
  | 'records.update'
  | 'records.remove'
  | Named<'serviceFacts'>;

function recordHandlers(ws: Workspace): Handlers<RecordName> {
  return {
    'records.duplicate': (input) => duplicateRecord(ws, input),
    'records.create': ({ kind, values, files, draft }) =>
      changeOne(ws, kind, { do: 'create', values }, files, draft),
    'records.update': ({ kind, ref, values, files, base }) =>
      changeOne(ws, kind, { do: 'update', ref, values, base }, files),
    'records.remove': ({ kind, ref, bundle }) => removeOne(ws, kind, ref, bundle),
    'serviceFacts.try': (input) => tryUpdate(ws, input),
    'serviceFacts.correct': (fact) => {
      correctFact(ws, fact);
      return {};
    },
    'serviceFacts.accept': (fact) => {
      acceptAnswer(ws, fact);
      return {};
    },
    'serviceFacts.forget': ({ facts, memories }) => ({
      forgotten: forgetFacts(ws, facts, memories),
    }),
  };
}

function reviewHandlers(
  ws: Workspace,
  session: Session,
  keeper: MaintenanceJobs,
): Handlers<ReviewName | DecisionName> {
  return {
    ...decisionHandlers(ws, keeper),
    'learned.count': async () => ({ counted: await keeper.countAll() }),
    'problems.check': async () => ({ checked: await keeper.drain() }),
    'problems.checkFiles': ({ again = false }) => checkFiles(ws, session, again),
    'problems.fix': (input) => fixProblems(ws, input),
    'problems.hide': (input) => hideProblems(ws, input),
    'problems.show': (input) => showProblems(ws, input),
    'review.start': (input) => startReview(ws, input),
    'review.rename': (input) => renameReview(ws, input),
    'review.remove': ({ session: id }) => removeReview(ws, id),
    'review.move': (input) => moveReview(ws, input),
    'review.export': (input) => exportMarks(ws, input),
    'review.mark': (input) => markReview(ws, input),
    'pulls.settle': async () => {
      await keeper.settle();
      return {};
    },
    'trash.createAgain': (input) => createAgain(ws, input),
    'trash.forget': ({ items }) => {
      const result = forgetDeleted(ws, items);
      ws.emit('trash.changed', {});
      return result;
    },
    'productDrafts.save': (input) => saveDraft(ws, input),
    'productDrafts.remove': ({ plan }) => removeDraft(ws, plan),
    'productDrafts.fromManifest': ({ manifest, folder }) => draftFromManifest(ws, manifest, folder),
    'productDrafts.fromProduct': ({ ref }) => draftFromProduct(ws, ref),
    'productDrafts.saveManifest': ({ plan, to }) => saveManifest(ws, plan, to),
    'productDrafts.queue': ({ plan }) => queueDraft(ws, plan),
    'productDrafts.addProduct': ({ manifest, folder, accepted = false }) =>
      addProduct(ws, manifest, folder, accepted),
  };
}
