import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { z } from '#contract/zod.ts';

// The writer's thread, with a way for a test to break it: a file named `crash` in the data folder.
const { dataDir } = z.object({ dataDir: z.string() }).parse(workerData);
const sign = path.join(dataDir, 'crash');

function look(): void {
  if (!fs.existsSync(sign)) return;
  if (fs.readFileSync(sign, 'utf8') === 'once') fs.rmSync(sign);
  throw new Error('the thread was broken by a test');
}

look();
setInterval(look, 5).unref();
await import(new URL('../../out/main/worker.js', import.meta.url).href);
