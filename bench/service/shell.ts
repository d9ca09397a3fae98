import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import type * as Serve from '#serve/serve.ts';

// Runs the built browser shell in a process that holds nothing else, so the memory is Cabinet's
// own. A start from the sources would also count the type stripper of each thread.

const built = fileURLToPath(new URL('../../out/main/serve.js', import.meta.url));
const shell = (await import(pathToFileURL(built).href)) as typeof Serve;
const dataDir = z.string().parse(process.argv[2]);
const served = await shell.startServe({ dataDir, log: () => {} });

process.on('message', (message) => {
  if (message === 'end') void served.close().then(() => process.exit());
  else process.send?.({ rss: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
process.send?.({ url: served.url });
