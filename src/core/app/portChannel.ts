import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { Channel } from '#contract/rpc/channel.ts';

/**
 * Returns a channel over a thread's port.
 *
 * It closes when the port or the thread ends.
 */
export function portChannel(port: MessagePort | Worker): Channel {
  return {
    send: (frame) => port.postMessage(frame),
    onMessage: (listener) => {
      port.on('message', (message: unknown) => listener(message));
    },
    onClose: (listener) => {
      if (port instanceof Worker) port.on('exit', listener);
      else port.on('close', listener);
    },
  };
}
