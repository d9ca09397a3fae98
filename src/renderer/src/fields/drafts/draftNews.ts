let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

function opened(): BroadcastChannel {
  if (channel !== undefined) return channel;
  channel = new BroadcastChannel('cabinet:drafts');
  channel.addEventListener('message', () => {
    for (const listener of listeners) listener();
  });
  return channel;
}

/** Tells the other windows of this browser that a draft was written. */
export function tellDrafts(): void {
  // A channel reaches its own origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  opened().postMessage(null);
}

/**
 * Listens for drafts that another window wrote. One that was closed in the middle of a letter tells nothing: who
 * comes back to this window looks as well.
 */
export function onDraftNews(listener: () => void): () => void {
  opened();
  listeners.add(listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('focus', listener);
  };
}
