import http from 'node:http';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { BenchService } from '../service/start.ts';
import { timed } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, settled, signIn } from '../tools/profile.ts';

/** Network latency of the service in milliseconds. */
const LATENCY = 5;
/** Number of parallel requests: the default setting. */
const LANES = 3;

/**
 * Measures a push of many edits to a service with latency, against bare requests of the same kind.
 */
export async function pushGroup(service: BenchService, folder: string): Promise<Values> {
  const edits = Math.min(1_000, Math.floor(service.records / 20));
  const core = await openCabinet(path.join(folder, 'cabinet'));
  await signIn(core, service);
  await pull(core, service);
  await settled(path.join(folder, 'cabinet'));
  const { ids } = await core.call('records.ids', { kind: 'fittings' });
  const queued = await timed(async () => {
    for (const ref of ids.slice(0, edits))
      await core.call('records.update', {
        kind: 'fittings',
        ref,
        values: { price: '11.11' },
        files: [],
      });
  });
  await service.latency(LATENCY);
  const limit = await timed(() => bare(service.url, ids.slice(edits, 2 * edits), () => {}));
  const keep = keeper(path.join(folder, 'intents.db'));
  const kept = await timed(() => bare(service.url, ids.slice(2 * edits, 3 * edits), keep));
  const pushed = await timed(async () => {
    const { done } = await core.call('sync.push', { patience: null });
    if (done !== edits) throw new Error(`${done} of ${edits} edits were sent`);
  });
  await service.latency(0);
  await core.close();
  return {
    'limit.push': limit,
    'limit.push.kept': kept,
    push: pushed,
    'push.queue': queued / edits,
  };
}

/** Returns a function that makes one durable commit, which must precede every sent change. */
function keeper(file: string): () => void {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE t(x TEXT)');
  const insert = db.prepare('INSERT INTO t(x) VALUES (?)');
  return () => insert.run('x'.repeat(500));
}

const shown = z.looseObject({ price: z.number() });

/** Sends the requests that every edit needs at least: read, change, read back. */
async function bare(url: string, ids: readonly string[], keep: () => void): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  const left = [...ids];
  const lane = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const address = `${url}/adminapi/fittings/${id}`;
      await send(agent, 'GET', address);
      keep();
      await send(agent, 'PATCH', address, '{"price":11.11}');
      shown.parse(JSON.parse(await send(agent, 'GET', address)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
}

function send(agent: http.Agent, method: string, url: string, body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
    request.end(body);
  });
}
