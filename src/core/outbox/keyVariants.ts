import type { Resource } from '#contract/resources/resource.ts';
import { formsOf } from '../record/verify.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Notes = Pick<Workspace, 'meta'>;

function noteOf({ kind }: Pick<Resource, 'kind'>): string {
  return `cap:other-form:${kind}`;
}

/** The service was seen to keep a code of this kind in another form than it was given. */
export function noteOtherForm({ meta }: Notes, resource: Pick<Resource, 'kind'>): void {
  meta.set(noteOf(resource), 'yes');
}

/** The other forms in which a code that is given here may stand there already; none where codes stay as they are given. */
export function keyVariants(
  { meta }: Notes,
  resource: Pick<Resource, 'kind'>,
  code: string,
): readonly string[] {
  return meta.get(noteOf(resource)) === 'yes' ? formsOf(code) : [];
}
