import net from 'node:net';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Returns whether the port of an address accepts a connection within `ms`; no byte is sent. Never
 * rejects.
 */
export function reachPort(url: string, ms: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (PORTS[protocol] ?? 443) : Number(port),
      timeout: ms,
    });
    const end = (isReachable: boolean) => {
      socket.destroy();
      resolve(isReachable);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
