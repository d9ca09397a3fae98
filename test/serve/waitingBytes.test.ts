import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { webSocketChannel } from '#serve/webSocketChannel.ts';

const MB = 1024 * 1024;

it('a window that reads nothing is cut off before its answers fill the memory', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const window = net.connect(port ?? 0, '127.0.0.1');
  window.on('error', () => {});
  const connected = once(server, 'connection');
  window.write(
    [
      'GET / HTTP/1.1',
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  );
  window.pause();
  const [socket] = await connected;
  const closed = once(socket, 'close');
  const channel = webSocketChannel(socket, 16 * MB);
  let most = 0;
  for (let sent = 0; sent < 64 && socket.readyState === socket.OPEN; sent += 1) {
    channel.send({ type: 'result', id: sent, value: 'x'.repeat(MB) });
    most = Math.max(most, socket.bufferedAmount);
  }
  await closed;
  expect(most).toBeGreaterThan(16 * MB);
  expect(most).toBeLessThan(19 * MB);
});
