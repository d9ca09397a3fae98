import type { Status } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { assetStatusOf } from '../../files/assets/status.ts';
import { noticesOf } from '../../workspace/notices.ts';
import { kindsNotOffered } from '../../sync/pull/notOffered.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

/** Returns the status of a profile: account, counts, outbox and notices. */
export function readStatus(stores: ReadStores, signedIn: boolean): Status {
  const { meta, operations, profile } = stores;
  return {
    profile,
    url: meta.get('url'),
    email: meta.get('email'),
    signedIn,
    lastPull: byKind((kind) => {
      const at = meta.get(`lastPull:${kind}`);
      return at === null ? null : Number(at);
    }),
    notOffered: [...kindsNotOffered(meta)],
    counts: countsOf(stores),
    queue: operations.counts(),
    assets: assetStatusOf(stores),
    notices: noticesOf(stores.work),
  };
}

/**
 * Returns the number of records per kind in the lists.
 *
 * Pending new records are included.
 */
export function countsOf(stores: ReadStores): Record<Kind, number> {
  return byKind((kind) => stores.matches.count(kind));
}

function byKind<T>(value: (kind: Kind) => T): Record<Kind, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as Record<Kind, T>;
}
