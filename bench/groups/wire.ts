import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket, WebSocketServer } from 'ws';
import type { Output } from '#contract/procedures.ts';
import { connect } from '#contract/rpc/connect.ts';
import { memoryChannels } from '#contract/rpc/channel.ts';
import type { Channel } from '#contract/rpc/channel.ts';
import { serve } from '#contract/rpc/serve.ts';
import { portChannel } from '#core/app/portChannel.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import type { BenchService } from '../service/start.ts';
import { byTurns, medians } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { openCabinet, pull, settled, signIn } from '../tools/profile.ts';

const ROUNDS = 40;
const SIZES = [50, 200, 1000] as const;

/**
 * Measures the cost of the contract on each carrier, with the same rows already read.
 *
 * The limit is the carrier's own work on those rows, there and back: a structured clone, or JSON
 * out and in.
 */
export async function wireGroup(service: BenchService, folder: string): Promise<Values> {
  const core = await openCabinet(path.join(folder, 'cabinet'));
  await signIn(core, service);
  await pull(core, service);
  await settled(path.join(folder, 'cabinet'));
  const values: Values = {};
  for (const size of SIZES) {
    const answer = await core.call('records.list', { kind: 'fittings', limit: size });
    Object.assign(values, await carried(answer, size));
  }
  await core.close();
  return values;
}

/**
 * Measures one answer over each carrier, bare and through the contract.
 *
 * They run by turns, so that all of them are equally warm.
 */
async function carried(answer: Output<'records.list'>, size: number): Promise<Values> {
  const [ports, bareSocket, socket] = [new MessageChannel(), await openLine(), await openLine()];
  const asked = (near: Channel, far: Channel) => {
    serve(far, () => Promise.resolve(answer));
    const client = connect(near);
    return () => client.call('records.list', { kind: 'fittings', limit: size });
  };
  const times = await byTurns(ROUNDS, {
    [`limit.clone.${size}`]: () => bareClone(answer),
    [`wire.thread.${size}`]: asked(portChannel(ports.port1), portChannel(ports.port2)),
    [`limit.json.${size}`]: () => bareJson(bareSocket, answer),
    [`wire.socket.${size}`]: asked(webSocketChannel(socket.near), webSocketChannel(socket.far)),
    [`wire.memory.${size}`]: asked(...memoryChannels()),
  });
  ports.port1.close();
  for (const line of [bareSocket, socket]) line.close();
  return medians(times);
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

async function bareJson({ near, far }: Line, answer: unknown): Promise<void> {
  const arrived = once(near, 'message');
  far.send(JSON.stringify(answer));
  const [data] = (await arrived) as [Buffer];
  JSON.parse(data.toString('utf8'));
}
