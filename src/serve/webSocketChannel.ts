import type { RawData, WebSocket } from 'ws';
import type { ClosableChannel } from '#contract/rpc/channel.ts';

const NOT_TEXT = 1003;
/** Most bytes that wait for a window that does not read them; its page loads again. */
const MOST_WAITING = 256 * 1024 * 1024;

/**
 * Returns a channel over a WebSocket with one JSON text per frame.
 *
 * Any other frame closes the connection, and so do more than `most` bytes that wait to be read.
 */
export function webSocketChannel(socket: WebSocket, most = MOST_WAITING): ClosableChannel {
  return {
    send: (frame) => {
      const text = JSON.stringify(frame);
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > most) socket.terminate();
      else socket.send(text);
    },
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parse(data);
        if (message === undefined) socket.close(NOT_TEXT, 'JSON text only');
        else listener(message);
      });
    },
    onClose: (listener) => {
      socket.on('close', () => listener());
    },
    close: () => socket.close(),
  };
}

function parse(data: RawData): unknown {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : data;
    const text = Buffer.isBuffer(bytes) ? bytes.toString('utf8') : Buffer.from(bytes).toString();
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
