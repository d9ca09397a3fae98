import type { Resource } from '#contract/resources/resource.ts';
import { useLockText } from '../../../fields/words.ts';
import type { Refusal } from './edit.ts';

interface RefusalNewsProps {
  readonly refusal: Refusal | null;
  readonly resource: Resource;
}

/** Announces to screen readers why a cell is locked. */
export function RefusalNews({ refusal, resource }: RefusalNewsProps) {
  const lockText = useLockText();
  const field = refusal === null ? null : (resource.fields[refusal.name] ?? null);
  return (
    <output className="unseen">{refusal === null ? '' : lockText(refusal.lock, field)}</output>
  );
}
