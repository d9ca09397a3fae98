import net from 'node:net';

const TRIED = 20;

/** Returns the first free port of this computer, counted up from the given one. */
export async function freePort(from) {
  for (let port = from; port < from + TRIED; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port from ${from} to ${from + TRIED - 1} is free.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
