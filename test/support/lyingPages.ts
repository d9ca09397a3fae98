import { parentPort } from 'node:worker_threads';

// A pages' thread that answers with something that is no page.
parentPort?.on('message', ({ id }: { id: number }) => {
  parentPort?.postMessage({ type: 'page', id, page: { ids: [7] } });
});
parentPort?.postMessage({ type: 'ready' });
