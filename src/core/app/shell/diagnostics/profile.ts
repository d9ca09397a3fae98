import { attemptSchema, OPEN_STATES } from '#contract/operations.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readStatusLabels } from '#contract/statusLabels.ts';
import { z } from '#contract/zod.ts';
import { fieldNames } from '../../../record/patch.ts';
import { readStatus } from '../../../catalogue/queries/status.ts';
import type { StoredOperation } from '../../../store/operationStore.ts';
import { addressShape, routeOf } from './reduce.ts';
import type { ReadStores } from '../../../workspace/readStores.ts';

const MOST_REQUESTS = 200;
const MOST_OPERATIONS = 500;
const MOST_PULLS = 50;

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Returns settings and status of a profile: numbers, choices, address shapes. */
export function profileState(stores: ReadStores, signedIn: boolean): object {
  const { assetBaseUrl, proxy, proxyUser, statusLabels, ...settings } = stores.settings.all();
  const status = readStatus(stores, signedIn);
  return {
    settings: {
      ...settings,
      assetBaseUrl: addressShape(assetBaseUrl),
      proxy: addressShape(proxy) ?? proxy,
      hasProxyUser: proxyUser !== '',
      // Labels are texts of the user, so they are only counted.
      statusLabels: readStatusLabels(statusLabels)?.size ?? 0,
    },
    service: addressShape(status.url),
    signedIn,
    lastRead: Object.fromEntries(KINDS.map((kind) => [kind, time(status.lastPull[kind] ?? null)])),
    records: status.counts,
    queue: status.queue,
    offlineFiles: status.assets,
    /** Notices are only counted, because their sentences name files. */
    notices: status.notices.length,
  };
}

/** Returns the pending operations without values: kind, action, state and reason. */
export function outboxState(stores: ReadStores): object[] {
  const open = stores.operations.list(OPEN_STATES, MOST_OPERATIONS);
  return Array.from(open, (operation) => operationState(stores, operation));
}

function operationState({ entities, uploads }: ReadStores, operation: StoredOperation): object {
  const { seq, action, state, attempts, unknowns, patch, reason } = operation;
  const entity = entities.get(operation.eid);
  const fields = entity === null ? {} : resourceOf(entity.kind).fields;
  const changed = fieldNames(patch);
  return {
    number: seq,
    kind: entity?.kind ?? null,
    action,
    state,
    reason: reason === null ? null : { code: reason.code, why: reason.details?.why ?? null },
    attempts,
    unknowns,
    fields: changed.filter((name) => Object.hasOwn(fields, name)),
    files: uploads.of(seq).map(({ state: at, size, losses }) => ({ state: at, size, losses })),
    queuedAt: time(operation.createdAt),
    sentAt: time(operation.sentAt),
    nextAt: time(operation.nextAt),
  };
}

const METHODS = z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']).nullable().catch(null);
const requestRow = attemptSchema.omit({ answer: true }).extend({
  operation: z.number(),
  method: METHODS,
  noWords: attemptSchema.shape.noWords.catch(null),
});

/**
 * Returns the newest write requests: method, route, status and times.
 *
 * The latest comes first. Bodies and answers are left out.
 */
export function requestStates({ work }: ReadStores): object[] {
  const rows = work
    .prepare(
      `SELECT seq AS operation, started_at AS startedAt, finished_at AS finishedAt, method, path,
         outcome, status, no_words AS noWords FROM attempt ORDER BY number DESC LIMIT ?`,
    )
    .all(MOST_REQUESTS);
  return rows.map((row) => {
    const { startedAt, finishedAt, path, ...rest } = requestRow.parse(row);
    const took = finishedAt === null ? null : finishedAt - startedAt;
    return { at: time(startedAt), tookMs: took, route: routeOf(path), ...rest };
  });
}

const pullRow = z.object({
  kind: z.enum(KINDS),
  state: z.enum(['running', 'complete', 'stopped']).nullable().catch(null),
  startedAt: z.number(),
  updatedAt: z.number(),
});

/** Returns the newest pulls, the latest first. */
export function pullStates({ cache }: ReadStores): object[] {
  const rows = cache
    .prepare(
      `SELECT kind, state, started_at AS startedAt, updated_at AS updatedAt FROM pull_run
       ORDER BY run DESC LIMIT ?`,
    )
    .all(MOST_PULLS);
  return rows.map((row) => {
    const { startedAt, updatedAt, ...rest } = pullRow.parse(row);
    return { ...rest, startedAt: time(startedAt), updatedAt: time(updatedAt) };
  });
}
