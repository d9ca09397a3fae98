import { parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { resourceOf } from '#contract/resources/registry.ts';
import { packPage } from '../service/listParser/packedPage.ts';
import { pageQuestion } from '../service/listParser/protocol.ts';
import type { PageAnswer, PageQuestion } from '../service/listParser/protocol.ts';
import type { PackedPage } from '../platform/listParser.ts';

// Entry of the list parser thread. It parses the pages of a first pull while the writer stores the
// page before. It has no access to files, network or secrets.
if (parentPort === null) throw new Error('This file is started as a thread by Cabinet itself.');
else start(parentPort);

function start(port: MessagePort): void {
  const tell = (answer: PageAnswer) => port.postMessage(answer);
  port.on('message', (message: unknown) => {
    const question = pageQuestion.parse(message);
    tell({ type: 'page', id: question.id, page: pack(question) });
    // Frees the bytes at once. The garbage collector sees only small objects here and would let
    // tens of such copies accumulate.
    question.body.buffer.transfer(0);
  });
  tell({ type: 'ready' });
}

/**
 * Returns a parsed page, or null for an unexpected answer.
 *
 * The writer then parses the page itself and reports the error.
 */
function pack({ kind, body }: PageQuestion): PackedPage | null {
  try {
    return packPage(Buffer.from(body.buffer, body.byteOffset, body.byteLength), resourceOf(kind));
  } catch {
    return null;
  }
}
