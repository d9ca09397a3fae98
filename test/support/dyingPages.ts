import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { PageAnswer } from '#core/service/listParser/protocol.ts';

// A pages' thread that is there, and is gone with the first answer it is asked about.
if (parentPort !== null) start(parentPort);

function start(port: MessagePort): void {
  const ready: PageAnswer = { type: 'ready' };
  port.on('message', () => process.exit(1));
  port.postMessage(ready);
}
