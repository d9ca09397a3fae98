import { parentPort } from 'node:worker_threads';

// A pages' thread that is there, and is gone with the first answer it is asked about.
parentPort?.on('message', () => process.exit(1));
parentPort?.postMessage({ type: 'ready' });
