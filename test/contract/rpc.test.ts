import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { WebSocket, WebSocketServer } from 'ws';
import { memoryChannels } from '#contract/rpc/channel.ts';
import { portChannel } from '#core/app/portChannel.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { rpcSuite } from './rpcSuite.ts';

rpcSuite('memory', () => {
  const [host, guest] = memoryChannels();
  return Promise.resolve({ host, guest, cut: guest.close });
});

rpcSuite('a thread’s port', () => {
  const { port1, port2 } = new MessageChannel();
  return Promise.resolve({
    host: portChannel(port1),
    guest: portChannel(port2),
    cut: () => port2.close(),
  });
});

rpcSuite('a WebSocket', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const arrived = new Promise<WebSocket>((resolve) => {
    server.once('connection', resolve);
  });
  const near = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const [far] = await Promise.all([arrived, once(near, 'open')]);
  const cut = () => {
    near.close();
    server.close();
  };
  return { host: webSocketChannel(far), guest: webSocketChannel(near), cut };
});
