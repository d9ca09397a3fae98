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

/** Notifies the other windows of this browser that a draft was written. */
export function tellDrafts(): void {
  // A channel reaches its own origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  opened().postMessage(null);
}

/**
 * Calls the listener when another window wrote a draft.
 *
 * A window that is closed while the user types sends no message. Therefore the listener also runs
 * when this window gets the focus.
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
