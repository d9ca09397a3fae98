import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { PageAnswer, PageQuestion } from '#core/service/listParser/protocol.ts';

// A pages' thread that answers with something that is no page.
if (parentPort !== null) start(parentPort);

function start(port: MessagePort): void {
  const ready: PageAnswer = { type: 'ready' };
  port.on('message', ({ id }: PageQuestion) => {
    const lie = { type: 'page', id, page: { ids: [7] } };
    port.postMessage(lie);
  });
  port.postMessage(ready);
}
