import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import axios from 'axios';
import FormData from 'form-data';
import type { ThreadedCore } from '#core/app/threaded.ts';
import type { BenchService } from '../service/start.ts';
import { byTurns, medians, megabytes } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, settled, signIn } from '../tools/profile.ts';

const MB = 1_048_576;

/** Measures staging and sending a large file, against a plain copy and a plain client. */
export async function fileGroup(service: BenchService, folder: string): Promise<Values> {
  const size = service.records > 10_000 ? 200 * MB : 8 * MB;
  const file = path.join(folder, 'wardrobe.e3d');
  // Flushed before the measurement: otherwise the next fsync would also wait for these bytes.
  fs.writeFileSync(file, randomBytes(size), { flush: true });
  const core = await openCabinet(path.join(folder, 'cabinet'));
  await signIn(core, service);
  await pull(core, service);
  await settled(path.join(folder, 'cabinet'));
  const { rows } = await core.call('records.list', { kind: 'fittings', limit: SENDINGS });
  const before = process.memoryUsage().rss;
  const watch = watchMemory();
  const refs = rows.map(({ id }) => id);
  let growth: number | null = null;
  const times = await byTurns(
    rows.length,
    {
      'file.stage': () => stage(core, refs.pop() ?? '', file),
      'file.send': async () => {
        await send(core);
        growth ??= watch.stop() - before;
      },
      'limit.send': () => bareSend(service.url, file, size),
      'limit.stage': () => copyAndHash(file, path.join(folder, 'copy')),
    },
    { warm: 0, before: () => provideMemory(file, path.join(folder, 'spare')) },
  );
  await core.close();
  return { ...medians(times), 'file.memory': megabytes(Math.max(0, growth ?? 0)) };
}

const SENDINGS = 3;

/**
 * Writes as many bytes as the next work will write, and deletes them.
 *
 * A virtual machine gets its memory page by page at the first write, and sometimes returns it.
 * Getting it takes longer than the measured work.
 */
function provideMemory(file: string, spare: string): void {
  fs.copyFileSync(file, spare);
  fs.rmSync(spare);
}

async function stage(core: ThreadedCore, ref: string, file: string): Promise<void> {
  const staged = await core.call('files.stage', { path: file, kind: 'fittings', field: 'model' });
  const files = [{ field: 'model', file: staged.file }];
  await core.call('records.update', { kind: 'fittings', ref, values: {}, files });
}

async function send(core: ThreadedCore): Promise<void> {
  const { done } = await core.call('sync.push', { patience: null });
  if (done !== 1) throw new Error('the file was not sent');
}

function watchMemory(): { stop: () => number } {
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(look, 10);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return most;
    },
  };
}

async function copyAndHash(from: string, to: string): Promise<void> {
  fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(to, { highWaterMark: MB / 2 })) hash.update(chunk);
  hash.digest('hex');
  const handle = fs.openSync(to, 'r+');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

async function bareSend(url: string, file: string, knownLength: number): Promise<void> {
  const form = new FormData();
  form.append('image', fs.createReadStream(file), { filename: 'plain.e3d', knownLength });
  const options = { maxRedirects: 0, maxBodyLength: Infinity, headers: form.getHeaders() };
  await axios.post(`${url}/adminapi/fittings/upload_image`, form, options);
}
