import { asAppError } from '#contract/errors.ts';
import { isNamedBy } from '#contract/records.ts';
import type { NamedBy } from '#contract/records.ts';
import { priceOf } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { readRecord } from '#contract/values.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import { recordIfThere } from './records.ts';

/** A record as a composition names it. */
interface Wanted {
  readonly kind: Kind;
  readonly by: NamedBy;
  readonly ref: string;
}

/** Returns the prices of records, with pending changes; null where none is known. */
export function pricesOf(stores: ReadStores, wanted: readonly Wanted[]): (string | null)[] {
  return wanted.map((each) => priceIfKnown(stores, each));
}

function priceIfKnown(stores: ReadStores, { kind, by, ref }: Wanted): string | null {
  try {
    const found = recordIfThere(stores, kind, ref);
    if (found === null || !isNamedBy(by, found, ref)) return null;
    const resource = resourceOf(kind);
    return priceOf(resource, readRecord(resource, found.record));
  } catch (thrown) {
    // Several records have the code.
    if (asAppError(thrown).code === 'ambiguous') return null;
    throw thrown;
  }
}
