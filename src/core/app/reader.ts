import { fileReads } from '../catalogue/queries/files.ts';
import type { Json } from '#contract/json.ts';
import type { Handlers, ReadName } from '#contract/procedures.ts';
import { changesSince, pullsOf } from '../history/readChanges.ts';
import { getTrash, listTrash } from '../history/readTrash.ts';
import { readLearned } from '../catalogue/learned/readSchema.ts';
import { knownValues } from '../catalogue/learned/suggest.ts';
import { evaluateDraft } from '../catalogue/productDrafts/evaluate.ts';
import { readCopied } from '../catalogue/productDrafts/readSheet.ts';
import { ProductDraftStore } from '../store/productDraftStore.ts';
import { previewFixes } from '../catalogue/problems/actions.ts';
import {
  countProblems,
  listProblems,
  problemsOfRecords,
} from '../catalogue/problems/readProblems.ts';
import { historyOf, requestsOf } from '../catalogue/queries/history.ts';
import { attemptsOf, operationViews } from '../catalogue/queries/outbox.ts';
import { ReviewStore } from '../store/reviewStore.ts';
import { reviewItems, reviewPlaceOf, reviewTable } from '../catalogue/review/walk.ts';
import { codeHolder } from '../outbox/keyConflict.ts';
import { draftKeys } from '../outbox/draftKeys.ts';
import {
  getRecord,
  glanceRows,
  listRowsInSteps,
  matchingIds,
  wholeRecords,
} from '../catalogue/queries/records.ts';
import { usedBy } from '../outbox/usedBy.ts';
import { kindsOf } from '../catalogue/queries/kindsOf.ts';
import { pricesOf } from '../catalogue/queries/prices.ts';
import { serviceKnowledge } from '../catalogue/queries/serviceKnowledge.ts';
import { readStatus } from '../catalogue/queries/status.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/** Returns the handlers of the reading procedures. */
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
    'records.prices': ({ wanted }) => ({ prices: pricesOf(stores, wanted) }),
    'records.kindsOf': ({ refs }) => kindsOf(stores, refs),
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
    'serviceFacts.list': () => serviceKnowledge(stores),
    'learned.schema': ({ kind, field }) => readLearned(stores, kind, field),
    'learned.values': (input) => knownValues(stores, input),
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

function reviewHandlers(stores: ReadStores): Named<'review' | 'productDrafts'> {
  const reviews = new ReviewStore(stores.work);
  const plans = new ProductDraftStore(stores.work);
  return {
    'review.list': () => ({ sessions: reviews.list() }),
    'review.get': ({ session }) => reviews.get(session),
    'review.items': (input) => reviewItems(stores, input),
    'review.place': ({ session, index }) => reviewPlaceOf(stores, session, index),
    'review.table': ({ session }) => reviewTable(stores, session),
    'productDrafts.list': () => ({ plans: plans.list() }),
    'productDrafts.get': ({ plan }) => plans.get(plan),
    'productDrafts.evaluate': ({ draft, plan }) =>
      evaluateDraft(stores, draft, plan === undefined ? undefined : plans.madeBy(plan)),
    'productDrafts.readSheet': (input) => readCopied(input, stores.settings.statusLabels),
  };
}

function draftOf({ desk, entities }: ReadStores, key: string): Json | null {
  for (const each of draftKeys(entities, key)) {
    const draft = desk.draft(each);
    if (draft !== null) return draft;
  }
  return null;
}
