import { AppError } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import { readAddress } from './address.ts';
import { addressWithoutSecret, withoutSecret } from './hideSecret.ts';
import { LIMITS } from './http.ts';
import { readJson } from './json.ts';
import { isSuccess, movedTo, PAGE_CAME, receive, refuseIntercepted } from './reads.ts';
import { isHtml, wordsOf } from './words.ts';
import type { Answer, Exchange, HttpOptions, Network } from '../platform/network.ts';

/** An opened session; `insecure` means that the password was sent unencrypted. */
export interface LoginResult {
  readonly url: string;
  readonly token: string;
  readonly insecure: boolean;
}

const TOKEN = /^[\x21-\x7e]{1,16384}$/;
/** A shorter password may be a part of any word. */
const SHORTEST = 5;
/** Stands in the place of the password. */
const HIDDEN = '[password]';
/** Words of an answer about a missing route. */
const ROUTING = /\/|\b(?:route|url|path|page|resource|endpoint)\b|^\s*not found\W*$/i;
/** doc §5.5: the statuses of a failed login are not documented. */
const REFUSALS = new Set([400, 401, 403, 422]);

/**
 * Opens a session (doc §4.1).
 *
 * Throws `wrong-credentials` with the service's own words, `offline`, `timeout`, `service`, or
 * `wrong-address` with a sentence about the answer that came instead.
 */
export async function login(
  url: string,
  email: string,
  password: string,
  network: Network,
  options: HttpOptions = {},
): Promise<LoginResult> {
  const address = readAddress(url);
  const http = network(address.url, () => null, options);
  try {
    const request = { method: 'POST', path: '/admin/login', limit: LIMITS.message } as const;
    const exchange = await http.send({ ...request, json: { email: visibleText(email), password } });
    const shown = withoutPassword(exchange, password);
    if (shown.answered) refuse(shown.answer);
    const answer = receive(shown);
    const reading = exchange.answered ? readJson(exchange.answer.body, LIMITS.message) : null;
    const token = reading?.readable === true ? tokenIn(reading.value) : null;
    if (token === null) throw noToken(answer);
    return { ...address, token };
  } finally {
    http.close();
  }
}

/** Removes the password from an answer, because errors quote it. */
function withoutPassword(exchange: Exchange, password: string): Exchange {
  if (!exchange.answered || password.length < SHORTEST) return exchange;
  const { body, location } = exchange.answer;
  const answer = {
    ...exchange.answer,
    body: withoutSecret(body, password, HIDDEN),
    location: location === null ? null : addressWithoutSecret(location, password, HIDDEN),
  };
  return { ...exchange, answer };
}

function refuse(answer: Answer): void {
  const { status, body } = answer;
  refuseIntercepted(answer);
  if (REFUSALS.has(status) || isOwnMiss(answer)) throw rejected(answer);
  if (status >= 300 && status < 400) throw fault('wrong-address', movedTo(answer), answer);
  if (status === 404) {
    throw fault('wrong-address', 'No catalogue server at this address (404).', answer);
  }
  if (isHtml(body) && status < 500) throw fault('wrong-address', PAGE_CAME, answer);
  if (status >= 500) throw fault('service', `The server reported an error (${status}).`, answer);
}

/**
 * Returns whether a 404 is about the administrator, in the service's own words (doc §7).
 *
 * The message of a missing route names a path, or is empty.
 */
function isOwnMiss({ status, body }: Answer): boolean {
  if (status !== 404) return false;
  const reading = readJson(body, LIMITS.message);
  const said = reading.readable && isObject(reading.value) ? own(reading.value, 'message') : null;
  return typeof said === 'string' && said.trim() !== '' && !ROUTING.test(said);
}

/** doc §5.5: a 200 that holds a message and no token counts as a failed login too. */
function noToken(answer: Answer): AppError {
  const reading = readJson(answer.body, LIMITS.message);
  const value = reading.readable ? reading.value : null;
  const said = isObject(value) && typeof own(value, 'message') === 'string';
  if (said && isSuccess(answer.status)) return rejected(answer);
  const found = reading.readable ? 'holds no access token' : reading.why;
  const sentence = `This is not a catalogue server: the response to the login ${found}.`;
  // A successful answer may hold a token in another place, so none of it is shown.
  if (isSuccess(answer.status))
    return new AppError('wrong-address', sentence, { status: answer.status });
  return fault('wrong-address', sentence, answer);
}

/** doc §4.1 shows `accessToken`; doc §5.5 leaves `token` and one level of wrapping open. */
function tokenIn(value: Json, depth = 0): string | null {
  if (!isObject(value)) return null;
  for (const key of ['accessToken', 'token']) {
    const token = own(value, key);
    if (typeof token === 'string' && TOKEN.test(token)) return token;
  }
  return depth === 0 ? tokenIn(own(value, 'data') ?? null, 1) : null;
}

function rejected(answer: Answer): AppError {
  const words = wordsOf(answer.body);
  const said = words === '' ? '' : ` Server message: ${words}`;
  return fault('wrong-credentials', `Incorrect e-mail or password.${said}`, answer);
}

function fault(code: ErrorCode, message: string, { status, body }: Answer): AppError {
  return new AppError(code, message, { status, answer: wordsOf(body) });
}
