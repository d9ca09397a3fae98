import type { IncomingMessage, ServerResponse } from 'node:http';

const OURS = /^(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns whether a request comes from a program of this computer, not from a web page elsewhere.
 *
 * A page can make its own host name resolve to this computer, but its browser still sends that name
 * as Host or Origin.
 */
export function isFromHere({ headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  return isOurs(`http://${host ?? ''}`) && (origin === undefined || isOurs(origin));
}

function isOurs(address: string): boolean {
  return OURS.test(URL.parse(address)?.hostname ?? '');
}

/** Refuses a request from elsewhere. */
export function refuseVisitor(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const message = 'This service answers programs of this computer alone.';
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
}
