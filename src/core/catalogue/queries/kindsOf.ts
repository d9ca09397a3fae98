import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import { heldNames } from '../learned/references.ts';

/** Returns the kinds that have a record with each code or id, also one that is not sent yet. */
export function kindsOf(
  { cache }: Pick<ReadStores, 'cache'>,
  refs: readonly string[],
): { kinds: Kind[][] } {
  const names = JSON.stringify(refs);
  const held = KINDS.map((kind) => {
    const [codes, ids] = [
      heldNames(cache, kind, 'key', names),
      heldNames(cache, kind, 'id', names),
    ];
    return { kind, has: (ref: string) => codes.has(ref) || ids.has(ref) };
  });
  return { kinds: refs.map((ref) => held.flatMap(({ kind, has }) => (has(ref) ? [kind] : []))) };
}
