import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BYTES_PATH } from '#contract/files/bytes.ts';
import { z } from '#contract/zod.ts';

/** The header with a window's key; a WebSocket sends the key as a protocol. */
export const KEY_HEADER = 'x-cabinet-key';
export const SOCKET_PROTOCOL = 'cabinet';
const KEY_PROTOCOL = 'cabinet.key.';

const exchange = z.object({ token: z.string().max(200) });

/**
 * The browser's credentials: a cookie that scripts cannot read, and a key that only scripts hold.
 */
export interface Grant {
  readonly cookie: string;
  readonly key: string;
  /**
   * Base address for bytes of files.
   *
   * An <img> cannot send a header, so this secret is part of the address.
   */
  readonly bytes: string;
}

/**
 * Admits one browser.
 *
 * The token of the start address works once and is exchanged for a cookie and a key. Every call
 * needs both, so that neither a foreign page nor another user gets in with one.
 */
export class Access {
  readonly token = secret();
  readonly #cookie = secret();
  readonly #key = secret();
  readonly #bytes = secret();
  readonly #port;
  #used = false;

  /**
   * The cookie name has the port: cookies ignore ports, and two servers of one user must not share
   * one.
   */
  constructor(port: number) {
    this.#port = port;
  }

  /** Exchanges the token of the start address; null when it is wrong or used. */
  exchange(body: unknown): Grant | null {
    const parsed = exchange.safeParse(body);
    if (!parsed.success || !same(parsed.data.token, this.token) || this.#used) return null;
    this.#used = true;
    const cookie = `${this.#name()}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
    return { cookie, key: this.#key, bytes: `${BYTES_PATH}/${this.#bytes}` };
  }

  /** Returns whether a request has both the cookie and the key. */
  admits(request: IncomingMessage): boolean {
    const cookie = same(cookieOf(request, this.#name()), this.#cookie);
    const key = same(keyOf(request), this.#key);
    return cookie && key;
  }

  /** Returns whether a request for bytes has the cookie and the secret in its address. */
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

// A browser cannot add a header to a WebSocket request, but it can name protocols.
function keyOf(request: IncomingMessage): string {
  const header = request.headers[KEY_HEADER];
  if (typeof header === 'string') return header;
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  const key = protocols.map((each) => each.trim()).find((each) => each.startsWith(KEY_PROTOCOL));
  return key?.slice(KEY_PROTOCOL.length) ?? '';
}
