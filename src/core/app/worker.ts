import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { AppError, asAppError } from '#contract/errors.ts';
import { dispatcher, serve } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { findPages } from './workerPaths.ts';
import { compactHeap } from '../platform/compactHeap.ts';
import { workerSetup } from './hostProtocol.ts';
import { PagesThread } from '../service/listParser/listParserThread.ts';
import { portChannel } from './portChannel.ts';
import { onHostMessage, post, remotePlatform } from './remotePlatform.ts';
import { ProjectionSequence } from './projectionSequence.ts';
import { openWriter } from './writer.ts';

// Entry of the writer's thread. It owns the databases, the outbox and the network.
if (parentPort === null) throw new Error('This file is started as a thread by Cabinet itself.');
else start(parentPort);

function start(port: MessagePort): void {
  let writes: Dispatch = () => Promise.reject(new AppError('disconnected', 'Not open yet.'));
  try {
    const emit = serve(portChannel(port), (name, input) => writes(name, input));
    const setup = workerSetup.parse(workerData);
    const platform = remotePlatform(port, setup);
    const told = new ProjectionSequence(setup.written, emit, () =>
      post(port, { type: 'caught-up' }),
    );
    const pages = new PagesThread(findPages(), platform.log);
    const own = { ...platform, pages, giveBack: compactHeap, caughtUp: told.caughtUp };
    const writer = openWriter(own, told.emit, true);
    writes = dispatcher(writer.handlers);
    onHostMessage(port, (message) => {
      if (message.type === 'close') void writer.close().finally(() => process.exit());
    });
    post(port, { type: 'ready' });
  } catch (thrown) {
    post(port, { type: 'failed', error: asAppError(thrown).toData() });
    port.close();
  }
}
