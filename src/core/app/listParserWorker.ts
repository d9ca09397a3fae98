import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { resourceOf } from '#contract/resources/registry.ts';
import { packPage } from '../service/listParser/packedPage.ts';
import { pageQuestion } from '../service/listParser/protocol.ts';
import type { PageAnswer, PageQuestion } from '../service/listParser/protocol.ts';
import type { PackedPage } from '../platform/listParser.ts';

// The entry of the pages' thread: it takes the answers of a first pull apart while the writer writes
// the page before. It knows no file, no network and no secret.
if (parentPort === null) throw new Error('This file is started as a thread by Cabinet itself.');
else start(parentPort);

function start(port: MessagePort): void {
  const tell = (answer: PageAnswer) => port.postMessage(answer);
  port.on('message', (message: unknown) => {
    const question = pageQuestion.parse(message);
    tell({ type: 'page', id: question.id, page: pack(question) });
    // A collector that sees small objects alone would let tens of such copies gather.
    question.body.buffer.transfer(0);
  });
  tell({ type: 'ready' });
}

/** Whatever is odd about an answer is left to the writer, which reads it as it always did and has the words for it. */
function pack({ kind, body }: PageQuestion): PackedPage | null {
  try {
    return packPage(Buffer.from(body.buffer, body.byteOffset, body.byteLength), resourceOf(kind));
  } catch {
    return null;
  }
}
