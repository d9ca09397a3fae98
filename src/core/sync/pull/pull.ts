import type { PullResult } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import { clampFutureTimestamps } from '../clampFutureTimestamps.ts';
import { dropNotices } from '../../workspace/notices.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { PullOptions } from './kindPull.ts';
import { pullKind } from './pullKind.ts';
import type { KindResult } from './pullKind.ts';
import { PullStore } from '../../store/pullStore.ts';

export type { PullOptions } from './kindPull.ts';

/**
 * Reads whole kinds into the mirror, side by side with one request each.
 *
 * The result says per kind the changes and whether everything was seen. A record counts as removed
 * only when a complete reading did not show it and the service confirms its absence by id. Throws
 * errors that keep Cabinet from reaching the service (`offline`, `unauthorized`, `wrong-address`,
 * …); everything read so far is kept.
 */
export async function pullKinds(
  ws: Workspace,
  api: ServiceApi,
  kinds: readonly Kind[],
  options: PullOptions,
): Promise<PullResult> {
  const given = { ws, api, options };
  // Records taken while the clock is set back must not seem older than earlier writes.
  clampFutureTimestamps(ws);
  const settled = await Promise.allSettled(
    [...new Set(kinds)].map((kind) => pullKind(given, kind)),
  );
  clampFutureTimestamps(ws);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const results = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  clearNotice(ws);
  return resultOf(results);
}

/** Drops the notice about a restarted mirror once every kind has been read completely. */
function clearNotice(ws: Workspace): void {
  const store = new PullStore(ws.cache);
  if (KINDS.every((kind) => store.note(`whole:${kind}`) !== null)) dropNotices(ws.meta, 'cache');
}

function resultOf(results: readonly KindResult[]): PullResult {
  return {
    kinds: Object.fromEntries(results.map(({ kind, counts }) => [kind, counts])),
    notes: results.flatMap(({ notes }) => notes),
  };
}
