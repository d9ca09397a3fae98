import type { IncomingMessage, ServerResponse } from 'node:http';

const OURS = /^(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Tells whether a request comes from a program of this computer and not from a web page elsewhere.
 *
 * A page can have a name of its own resolve to this computer; its browser still sends that name as Host or Origin.
 */
export function isFromHere({ headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  return isOurs(`http://${host ?? ''}`) && (origin === undefined || isOurs(origin));
}

function isOurs(address: string): boolean {
  return OURS.test(URL.parse(address)?.hostname ?? '');
}

/** Answers a request that comes from elsewhere. */
export function refuseVisitor(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const message = 'This service answers programs of this computer alone.';
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
}
