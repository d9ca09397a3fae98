import type { Channel } from '#contract/rpc/channel.ts';

/** A channel over a WebSocket, with a promise that it has opened. */
export interface SocketChannel extends Channel {
  readonly opened: Promise<void>;
}

/**
 * Opens the socket of this page's shell.
 *
 * The key travels as a protocol, since a WebSocket allows no header.
 */
export function openSocket(key: string): SocketChannel {
  const protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${protocol}//${location.host}/rpc`, [
    'cabinet',
    `cabinet.key.${key}`,
  ]);
  return {
    opened: new Promise((resolve) => {
      socket.addEventListener('open', () => resolve());
    }),
    send: (frame) => socket.send(JSON.stringify(frame)),
    onMessage: (listener) => {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(JSON.parse(event.data));
      });
    },
    onClose: (listener) => socket.addEventListener('close', () => listener()),
  };
}
