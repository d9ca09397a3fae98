import { onNewConnection } from '../../state/core.ts';
import { rejoinDraft, withoutKept } from './drafts.ts';
import type { Draft, Settled } from './drafts.ts';

/** A draft that could not be written, and the last known version on disk. */
export interface Unwritten {
  readonly draft: Draft;
  readonly disk: Draft;
}

/** Drafts whose write failed before their form was closed. */
const draftRetryQueue = new Map<string, Unwritten>();
let isFollowing = false;

/** Keeps a draft that could not be written; it is retried on the next connection. */
export function leaveUnkept(key: string, { draft, disk }: Unwritten): void {
  draftRetryQueue.set(key, { draft, disk });
  if (isFollowing) return;
  isFollowing = true;
  onNewConnection(() => void writeAll());
}

/** Returns the unwritten draft of a form and removes it from the queue. */
export function takeUnkept(key: string): Unwritten | null {
  const left = draftRetryQueue.get(key) ?? null;
  draftRetryQueue.delete(key);
  return left;
}

/** Removes a draft that was written after all. */
export function forgetUnkept(key: string, { at }: Draft): void {
  if (draftRetryQueue.get(key)?.draft.at === at) draftRetryQueue.delete(key);
}

/** Removes values that were queued after the form was closed. */
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
