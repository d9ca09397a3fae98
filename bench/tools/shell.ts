import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { connect } from '#contract/rpc/connect.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';

/** The built browser shell, in its own process. */
export interface Shell {
  readonly client: Client;
  /** Returns the resident memory of that process now, in bytes. */
  readonly rss: () => Promise<number>;
  /**
   * Returns the resident memory after a pause.
   *
   * A short idle time lets the process release unused memory.
   */
  readonly resting: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const RESTING_MS = 2_000;

const started = z.object({ url: z.url() });
const held = z.object({ rss: z.number() });
const grant = z.object({ key: z.string() });

/**
 * Starts the built shell on a data folder and connects to it as a window does.
 *
 * Needs `npm run build`.
 */
export async function openShell(dataDir: string): Promise<Shell> {
  const file = fileURLToPath(new URL('../service/shell.ts', import.meta.url));
  const child = fork(file, [dataDir]);
  const heard = async (): Promise<unknown> => (await once(child, 'message'))[0];
  const { url } = started.parse(await heard());
  const socket = await enter(new URL(url));
  const rss = async () => {
    const answer = heard();
    child.send('rss');
    return held.parse(await answer).rss;
  };
  return {
    client: connect(webSocketChannel(socket)),
    rss,
    resting: async () => {
      await delay(RESTING_MS);
      return rss();
    },
    close: async () => {
      const over = once(child, 'close');
      socket.close();
      child.send('end');
      await over;
    },
  };
}

/** Exchanges the secret of the address for a cookie and a key, and opens the socket with both. */
async function enter({ origin, hash }: URL): Promise<WebSocket> {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const request = http.request(`${origin}/session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: origin,
      'Sec-Fetch-Site': 'same-origin',
    },
  });
  request.end(JSON.stringify({ token }));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { key } = grant.parse(await json(response));
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/rpc`,
    ['cabinet', `cabinet.key.${key}`],
    { headers: { Origin: origin, Cookie: cookie } },
  );
  await once(socket, 'open');
  return socket;
}
