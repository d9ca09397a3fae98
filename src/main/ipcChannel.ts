import type { IpcMainEvent, WebContents } from 'electron';
import type { ClosableChannel } from '#contract/rpc/channel.ts';
import { Grants } from './grants.ts';
import { isPage } from './page.ts';

/** The channel between a window and the core. */
const CHANNEL = 'cabinet:rpc';
/** The preload sends the paths that the user gave to the page on this channel. */
const GIVEN = 'cabinet:given';

/**
 * Gives each page that a window loads its own channel and its own grants.
 *
 * Answers for one page never reach the next. A channel ends when its page closes, crashes or is
 * replaced.
 */
export function pageChannels(
  contents: WebContents,
  join: (channel: ClosableChannel, grants: Grants) => void,
): void {
  let current: PageChannel | null = null;
  const end = () => {
    current?.close();
    current = null;
  };
  contents.on('did-start-navigation', (details) => {
    // A navigation that the guards will deny also starts; the current page then keeps its channel.
    const leaves = details.isMainFrame && !details.isSameDocument && isPage(details.url);
    if (!leaves) return;
    end();
    current = new PageChannel(contents);
    join(current, current.grants);
  });
  contents.on('render-process-gone', end);
  contents.on('destroyed', end);
  contents.ipc.on(CHANNEL, (event, message: unknown) => {
    if (isFromOurPage(event, contents)) current?.receive(message);
  });
  contents.ipc.on(GIVEN, (event, place: unknown) => {
    if (isFromOurPage(event, contents) && typeof place === 'string') current?.grants.give(place);
  });
}

/** Returns whether a message comes from the main frame of our own page. */
function isFromOurPage(event: IpcMainEvent, contents: WebContents): boolean {
  const { senderFrame } = event;
  return (
    senderFrame !== null &&
    senderFrame.frameTreeNodeId === contents.mainFrame.frameTreeNodeId &&
    isPage(senderFrame.url)
  );
}

class PageChannel implements ClosableChannel {
  readonly grants = new Grants();
  readonly #contents;
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #closers: (() => void)[] = [];
  #open = true;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  readonly send: ClosableChannel['send'] = (frame) => {
    if (this.#open && !this.#contents.isDestroyed()) this.#contents.send(CHANNEL, frame);
  };
  readonly onMessage: ClosableChannel['onMessage'] = (listener) => {
    this.#listeners.push(listener);
  };
  readonly onClose: ClosableChannel['onClose'] = (listener) => {
    this.#closers.push(listener);
  };
  readonly close = () => {
    if (!this.#open) return;
    this.#open = false;
    for (const closer of this.#closers) closer();
  };

  receive(message: unknown): void {
    for (const listener of this.#listeners) listener(message);
  }
}
