import { onNewConnection } from '../../state/core.ts';
import { rejoinDraft, withoutKept } from './drafts.ts';
import type { Draft, Settled } from './drafts.ts';

/** A draft that is not on the disk, and what the disk was known to hold. */
export interface Unwritten {
  readonly draft: Draft;
  readonly disk: Draft;
}

/** What the disk had not taken when its form was left. */
const draftRetryQueue = new Map<string, Unwritten>();
let isFollowing = false;

/** Leaves a draft that could not be written: it is tried again as soon as there is a connection. */
export function leaveUnkept(key: string, { draft, disk }: Unwritten): void {
  draftRetryQueue.set(key, { draft, disk });
  if (isFollowing) return;
  isFollowing = true;
  onNewConnection(() => void writeAll());
}

/** Gives a form what it was left with. */
export function takeUnkept(key: string): Unwritten | null {
  const left = draftRetryQueue.get(key) ?? null;
  draftRetryQueue.delete(key);
  return left;
}

/** Forgets a draft that is on the disk after all. */
export function forgetUnkept(key: string, { at }: Draft): void {
  if (draftRetryQueue.get(key)?.draft.at === at) draftRetryQueue.delete(key);
}

/** Takes out what was queued behind the form. */
export function settleUnkept(key: string, kept: Settled): void {
  const left = draftRetryQueue.get(key);
  if (left !== undefined)
    draftRetryQueue.set(key, { ...left, draft: withoutKept(left.draft, kept) });
}

async function writeAll(): Promise<void> {
  for (const [key, { draft, disk }] of draftRetryQueue)
    await rejoinDraft(key, disk, draft).then(
      () => forgetUnkept(key, draft),
      () => undefined,
    );
}
