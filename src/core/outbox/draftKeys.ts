import { kindSchema } from '#contract/resources/registry.ts';
import type { EntityStore } from '../store/entityStore.ts';

const RECORD = /^record:([^:]+):(.+)$/;

/**
 * Returns the current key of a form draft, then its possible earlier keys.
 *
 * A draft of an unsent record moves from the local id to the service's id.
 */
export function draftKeys(
  entities: EntityStore,
  key: string,
): readonly [now: string, ...before: readonly string[]] {
  const [, kindText, ref = ''] = RECORD.exec(key) ?? [];
  const kind = kindSchema.safeParse(kindText).data;
  if (kind === undefined) return [key];
  const entity = entities.get(ref) ?? entities.byServiceId(kind, ref);
  if (entity === null || entity.kind !== kind || entity.serviceId === null) return [key];
  return [`record:${kind}:${entity.serviceId}`, `record:${kind}:${entity.eid}`];
}
