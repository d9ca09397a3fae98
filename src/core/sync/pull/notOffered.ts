import { asAppError } from '#contract/errors.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import type { MetaStore } from '../../store/metaStore.ts';

const NOTE = 'notOffered:';

/** Returns the kinds that the service had no list of at the last pull. */
export function kindsNotOffered(meta: Pick<MetaStore, 'get'>): readonly Kind[] {
  return KINDS.filter((kind) => meta.get(NOTE + kind) !== null);
}

/** Notes after a pull which kinds the service lacks; kinds that were not asked for keep theirs. */
export function noteOffered(
  meta: MetaStore,
  offered: readonly Kind[],
  lacking: readonly Kind[],
  now: number,
): void {
  const known = kindsNotOffered(meta);
  for (const kind of offered) if (known.includes(kind)) meta.remove(NOTE + kind);
  for (const kind of lacking) if (!known.includes(kind)) meta.set(NOTE + kind, String(now));
}

/** A kind whose pull failed, and why. */
export interface FailedKind {
  readonly kind: Kind;
  readonly reason: unknown;
}

/**
 * Returns the failed kinds that the service has no list of (404).
 *
 * At a wrong address everything is missing, so the list of another kind must be there. The lists
 * are asked for once more, since a service that is being started may answer 404 too.
 */
export async function lackingKinds(
  api: ServiceApi,
  failed: readonly FailedKind[],
  asked: readonly Kind[],
  signal?: AbortSignal,
): Promise<readonly Kind[]> {
  const missing = failed.filter(({ reason }) => isNoList(reason)).map(({ kind }) => kind);
  if (missing.length === 0) return [];
  const others = KINDS.filter((kind) => !asked.includes(kind));
  if (failed.length === asked.length && !(await hasAny(api, others, signal))) return [];
  return (await hasAny(api, missing, signal)) ? [] : missing;
}

function isNoList(thrown: unknown): boolean {
  const { code, details } = asAppError(thrown);
  return code === 'wrong-address' && details.status === 404 && details.why === undefined;
}

/** Returns whether the service has a list of one of these kinds. */
async function hasAny(
  api: ServiceApi,
  kinds: readonly Kind[],
  signal?: AbortSignal,
): Promise<boolean> {
  for (const kind of kinds)
    try {
      await api.list(kind, { limit: 1, offset: 0 }, signal);
      return true;
    } catch (thrown) {
      if (!isNoList(thrown)) throw thrown;
    }
  return false;
}
