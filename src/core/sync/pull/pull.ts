import type { PullResult } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import { clampFutureTimestamps } from '../clampFutureTimestamps.ts';
import { dropNotices } from '../../workspace/notices.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { PullOptions } from './kindPull.ts';
import { lackingKinds, noteOffered } from './notOffered.ts';
import type { FailedKind } from './notOffered.ts';
import { pullKind } from './pullKind.ts';
import type { KindResult } from './pullKind.ts';
import { PullStore } from '../../store/pullStore.ts';

export type { PullOptions } from './kindPull.ts';

/**
 * Reads whole kinds into the mirror, side by side with one request each.
 *
 * The result says per kind the changes and whether everything was seen. A record counts as removed
 * only when a complete reading did not show it and the service confirms its absence by id. A kind
 * without a list on the service is noted as not offered; its records stay. Throws
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
  const asked = [...new Set(kinds)];
  const settled = await Promise.allSettled(asked.map((kind) => pullKind(given, kind)));
  clampFutureTimestamps(ws);
  const results = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = asked.flatMap((kind, index): FailedKind[] => {
    const each = settled[index];
    return each?.status === 'rejected' ? [{ kind, reason: each.reason }] : [];
  });
  const lacking = await lackingKinds(api, failed, asked, options.signal);
  const offered = results.map(({ kind }) => kind);
  noteOffered(ws.meta, offered, lacking, ws.platform.clock.now());
  const fault = failed.find(({ kind }) => !lacking.includes(kind));
  if (fault !== undefined) throw fault.reason;
  clearNotice(ws, lacking);
  return { ...resultOf(results), notOffered: [...lacking] };
}

/** Drops the notice about a restarted mirror once every kind has been read completely. */
function clearNotice(ws: Workspace, lacking: readonly Kind[]): void {
  const store = new PullStore(ws.cache);
  const isRead = (kind: Kind) => lacking.includes(kind) || store.note(`whole:${kind}`) !== null;
  if (KINDS.every(isRead)) dropNotices(ws.meta, 'cache');
}

function resultOf(results: readonly KindResult[]): Omit<PullResult, 'notOffered'> {
  return {
    kinds: Object.fromEntries(results.map(({ kind, counts }) => [kind, counts])),
    notes: results.flatMap(({ notes }) => notes),
  };
}
