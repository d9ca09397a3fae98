import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket, WebSocketServer } from 'ws';
import { connect } from '#contract/rpc/connect.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { memoryChannels } from '#contract/rpc/channel.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { serve } from '#contract/rpc/serve.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { portChannel } from '#core/portChannel.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import type { BenchService } from '../service/start.ts';
import { median, rounds } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, settled, signIn } from '../tools/profile.ts';

const ROUNDS = 40;
const SIZES = [50, 200, 1000] as const;

/**
 * What the contract costs on each carrier: the same rows, already read, asked for across it. The limit is
 * the carrier's own work on those rows, there and back: a structured clone, or JSON out and in.
 */
export async function wireGroup(service: BenchService, folder: string): Promise<Values> {
  const core = await openCabinet(path.join(folder, 'cabinet'));
  await signIn(core, service);
  await pull(core, service);
  await settled(path.join(folder, 'cabinet'));
  const values: Values = {};
  for (const size of SIZES) {
    const answer = await core.call('records.list', { kind: 'fittings', limit: size });
    const held: Dispatch = () => Promise.resolve(answer);
    values[`limit.clone.${size}`] = median(await rounds(ROUNDS, () => bareClone(answer)));
    values[`limit.json.${size}`] = median(await rounds(ROUNDS, () => bareSocket(answer)));
    values[`wire.thread.${size}`] = await overThread(held, size);
    values[`wire.memory.${size}`] = await overMemory(held, size);
    values[`wire.socket.${size}`] = await overSocket(held, size);
  }
  (await bareLine).close();
  await core.close();
  return values;
}

async function ask(client: Client, size: number): Promise<number> {
  const call = () => client.call('records.list', { kind: 'fittings', limit: size });
  return median(await rounds(ROUNDS, call, 5));
}

function between(near: Channel, far: Channel, held: Dispatch, size: number): Promise<number> {
  serve(far, held);
  return ask(connect(near), size);
}

async function overMemory(held: Dispatch, size: number): Promise<number> {
  const [near, far] = memoryChannels();
  return between(near, far, held, size);
}

async function overThread(held: Dispatch, size: number): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  const took = await between(portChannel(port1), portChannel(port2), held, size);
  port1.close();
  return took;
}

async function overSocket(held: Dispatch, size: number): Promise<number> {
  const line = await openLine();
  const took = await between(webSocketChannel(line.near), webSocketChannel(line.far), held, size);
  line.close();
  return took;
}

interface Line {
  readonly near: WebSocket;
  readonly far: WebSocket;
  readonly close: () => void;
}

async function openLine(): Promise<Line> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const met = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const near = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(near, 'open');
  const [far] = (await met) as [WebSocket];
  const close = () => {
    near.close();
    server.close();
  };
  return { near, far, close };
}

async function bareClone(answer: unknown): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const arrived = once(port2, 'message');
  port1.postMessage(answer);
  await arrived;
  port1.close();
}

const bareLine = openLine();

async function bareSocket(answer: unknown): Promise<void> {
  const { near, far } = await bareLine;
  const arrived = once(near, 'message');
  far.send(JSON.stringify(answer));
  const [data] = (await arrived) as [Buffer];
  JSON.parse(data.toString('utf8'));
}
