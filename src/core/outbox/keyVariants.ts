import type { Resource } from '#contract/resources/resource.ts';
import { formsOf } from '../record/verify.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Notes = Pick<Workspace, 'meta'>;

function noteOf({ kind }: Pick<Resource, 'kind'>): string {
  return `cap:other-form:${kind}`;
}

/** Notes that the service stores codes of a kind in another form than they were sent. */
export function noteOtherForm(
  { meta, platform }: Pick<Workspace, 'meta' | 'platform'>,
  resource: Pick<Resource, 'kind'>,
): void {
  meta.learn(noteOf(resource), 'yes', platform.clock.now());
}

/**
 * Returns the other forms in which the service may store a code.
 *
 * Returns none if the service stores codes as they were sent.
 */
export function keyVariants(
  { meta }: Notes,
  resource: Pick<Resource, 'kind'>,
  code: string,
): readonly string[] {
  return meta.get(noteOf(resource)) === 'yes' ? formsOf(code) : [];
}
