import { STATUS_CODES } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AppError } from '#contract/errors.ts';
import { callPaths } from '#core/app/shell/callPaths.ts';
import { SECURITY_HEADERS } from '#core/app/shell/csp.ts';
import { joinWindow } from '#core/app/shell/bridge.ts';
import type { Bridge, ShellEmit } from '#core/app/shell/bridge.ts';
import { SOCKET_PROTOCOL } from './access.ts';
import type { Access } from './access.ts';
import { isFromOurPage, namesUs, pathOf } from './gate.ts';
import type { Limits } from './limits.ts';
import { webSocketChannel } from './webSocketChannel.ts';

const GOING_AWAY = 1001;

/** The browser windows: admits their sockets and joins each to the core. */
export class Windows {
  readonly #server;
  readonly #access;
  readonly #bridge;
  readonly #limits;
  readonly #emits = new Set<ShellEmit>();

  constructor(access: Access, bridge: Bridge, limits: Limits) {
    this.#access = access;
    this.#bridge = bridge;
    this.#limits = limits;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: limits.frameBytes,
      perMessageDeflate: false,
      handleProtocols: () => SOCKET_PROTOCOL,
    });
  }

  /** Sends a notice of the shell to every window. */
  readonly emit: ShellEmit = (name, data) => {
    for (const each of this.#emits) each(name, data);
  };

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
    // A peer that disconnects during the handshake is no error.
    socket.on('error', () => socket.destroy());
    const status = this.#refusal(request, port);
    if (status !== null) return refuse(socket, status);
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error) => this.#bridge.log('warn', `A window was cut: ${error.message}`));
      const channel = webSocketChannel(opened);
      const emit = joinWindow(channel, this.#bridge);
      this.#emits.add(emit);
      channel.onClose(() => this.#emits.delete(emit));
    });
  }

  close(): void {
    for (const client of this.#server.clients) {
      client.close(GOING_AWAY, 'Cabinet was closed');
      setTimeout(() => client.terminate(), 500).unref();
    }
  }

  #refusal(request: IncomingMessage, port: number): number | null {
    if (!namesUs(request, port)) return 403;
    if (pathOf(request) !== '/rpc') return 404;
    if (!isFromOurPage(request)) return 403;
    if (!this.#access.admits(request)) return 401;
    return this.#server.clients.size < this.#limits.windows ? null : 503;
  }
}

function refuse(socket: Duplex, status: number): void {
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    Connection: 'close',
    'Content-Length': '0',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'));
}

/** Calls reserved for this shell's downloads, because their answer is a path. */
const SHELLS_OWN = new Set(['sheets.located']);

/**
 * Refuses a call that names a path of this computer, by the brand of the contract (`localPath`).
 *
 * A page in a browser uploads and downloads its files; the shell opens no others for it.
 */
export function refusePaths(name: string, input: unknown): void {
  const named = callPaths(name, input);
  if (named.length === 0 && !SHELLS_OWN.has(name)) return;
  if (named.some(({ use }) => use === 'write'))
    throw new AppError('refused', 'A window in a browser keeps files among its own downloads.');
  throw new AppError('refused', 'A window in a browser sends its files instead of naming paths.');
}
