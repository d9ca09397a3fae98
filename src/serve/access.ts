import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BYTES_PATH } from '#contract/files/bytes.ts';
import { z } from '#contract/zod.ts';

/** The header, and the start of the WebSocket protocol, that carries a window's key. */
export const KEY_HEADER = 'x-cabinet-key';
export const SOCKET_PROTOCOL = 'cabinet';
const KEY_PROTOCOL = 'cabinet.key.';

const exchange = z.object({ token: z.string().max(200) });

/** What a browser holds after the exchange: a cookie that scripts cannot read, and a key that only they can. */
export interface Grant {
  readonly cookie: string;
  readonly key: string;
  /** Where the bytes of files are: an <img> can send no header, so this half stands in the address. */
  readonly bytes: string;
}

/**
 * Lets one browser in. The token of the start address works once; what it is exchanged for is needed
 * in both its halves by every call, so that neither a foreign page nor another user gets in with one.
 */
export class Access {
  readonly token = secret();
  readonly #cookie = secret();
  readonly #key = secret();
  readonly #bytes = secret();
  readonly #port;
  #used = false;

  /** Cookies know no ports: the name keeps two servers of one person apart. */
  constructor(port: number) {
    this.#port = port;
  }

  /** Exchanges the token of the start address; null when it is wrong or was used before. */
  exchange(body: unknown): Grant | null {
    const parsed = exchange.safeParse(body);
    if (!parsed.success || !same(parsed.data.token, this.token) || this.#used) return null;
    this.#used = true;
    const cookie = `${this.#name()}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
    return { cookie, key: this.#key, bytes: `${BYTES_PATH}/${this.#bytes}` };
  }

  /** Tells whether a request carries both halves. */
  admits(request: IncomingMessage): boolean {
    const cookie = same(cookieOf(request, this.#name()), this.#cookie);
    const key = same(keyOf(request), this.#key);
    return cookie && key;
  }

  /** Tells whether a request for bytes carries both halves, the second one in its address. */
  admitsBytes(request: IncomingMessage, half: string): boolean {
    const cookie = same(cookieOf(request, this.#name()), this.#cookie);
    return same(half, this.#bytes) && cookie;
  }

  #name(): string {
    return `cabinet-${this.#port}`;
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function same(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function cookieOf(request: IncomingMessage, name: string): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((each) => each.trim());
  return pairs.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

// A browser cannot add a header to a WebSocket's request, but it can name protocols.
function keyOf(request: IncomingMessage): string {
  const header = request.headers[KEY_HEADER];
  if (typeof header === 'string') return header;
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  const key = protocols.map((each) => each.trim()).find((each) => each.startsWith(KEY_PROTOCOL));
  return key?.slice(KEY_PROTOCOL.length) ?? '';
}
