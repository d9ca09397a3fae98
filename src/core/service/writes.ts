import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { readWrite } from './answers.ts';
import { LIMITS } from './http.ts';
import { isSafeId } from '../record/identity.ts';
import { readJson } from './json.ts';
import { retryAfterOf } from './reads.ts';
import type { ApiSession } from './session.ts';
import type { Unapplied } from './statuses.ts';
import { refused, unapplied, unknown, withheld } from './statuses.ts';
import type { NotAppliedCause, RecordOutcome } from './types.ts';
import { excerpt, remarkOf } from './words.ts';
import type { Answer, HttpRequest } from '../platform/network.ts';

const KEPT = 4096;

/** Creates a record (doc §4; what comes back is doc §4.6 gaps 3 and 9). */
export function create(session: ApiSession, kind: Kind, body: JsonObject): Promise<RecordOutcome> {
  return write(session, kind, { method: 'POST', json: body }, '');
}

/** Changes a record (doc §4.6 gaps 2, 4, 7 and 9). */
export function update(
  session: ApiSession,
  kind: Kind,
  id: string,
  body: JsonObject,
): Promise<RecordOutcome> {
  return write(session, kind, { method: 'PATCH', json: body }, id);
}

/** Removes a record (doc §4.6 gaps 5 and 10). */
export function remove(session: ApiSession, kind: Kind, id: string): Promise<RecordOutcome> {
  return write(session, kind, { method: 'DELETE' }, id);
}

async function write(
  session: ApiSession,
  kind: Kind,
  request: Pick<HttpRequest, 'method' | 'json'>,
  id: string,
): Promise<RecordOutcome> {
  const makes = request.method === 'POST';
  if (!makes && !isSafeId(id)) return refused(0, `An id of this form cannot be sent: ${id}`);
  const base = await writeBase(session, kind);
  if (typeof base !== 'string') return base;
  const path = makes ? base : `${base}/${id}`;
  const exchange = await session.http.send({ ...request, path, limit: LIMITS.record });
  const fault = unapplied(exchange, makes);
  if (fault !== null) return noted(session, kind, fault);
  return exchange.answered
    ? applied(exchange.answer, kind, makes ? null : id)
    : unknown(null, exchange.message, exchange.failure);
}

/** Where a write goes; finding out asks with GET alone, so a failure there applied nothing. */
export async function writeBase(session: ApiSession, kind: Kind): Promise<string | Unapplied> {
  if (!session.signedIn()) return withheld('unauthorized', 'Nobody is signed in.', null, null);
  try {
    return await session.routes.of(kind);
  } catch (error) {
    const fault = asAppError(error);
    return withheld(
      causeOf(fault),
      fault.message,
      fault.details.status ?? null,
      retryAfterOf(fault),
    );
  }
}

function causeOf({ code, details: { status } }: AppError): NotAppliedCause {
  if (status === 429) return 'too-many';
  const isKnown = code === 'unauthorized' || code === 'wrong-address' || code === 'untrusted';
  return isKnown ? code : 'offline';
}

/** A path that is gone is looked for again next time. */
export function noted(session: ApiSession, kind: Kind, fault: Unapplied): Unapplied {
  const gone = fault.outcome === 'not-applied' && fault.cause === 'wrong-address';
  if (gone && fault.status === 404) session.routes.forget(kind);
  return fault;
}

/** A service that says so of what it was to make may give what somebody else has made. */
const EXISTS = /\balready\b|\bexist|\bduplicate/i;

/**
 * An empty answer of success is success (doc §4.6 gaps 2–5, 7, 9 and 10). One that names another record than the one
 * that was `asked` for is an answer to something else: what came of the request has to be looked for. So has a new one
 * that is said to have been there: its id is not believed.
 */
function applied({ status, body }: Answer, kind: Kind, asked: string | null): RecordOutcome {
  const answer = excerpt(body, KEPT);
  if (answer.trim() === '') return { outcome: 'applied', status, answer, id: null, record: null };
  const reading = readJson(body, LIMITS.record);
  const found = reading.readable ? readWrite(reading, resourceOf(kind)) : null;
  const isOther = asked !== null && found !== null && found.id !== null && found.id !== asked;
  if (found === null || isOther) return unknown(status, answer);
  const wasThere = asked === null && EXISTS.test(remarkOf(body));
  const made = wasThere ? { id: null, record: null } : found;
  return { outcome: 'applied', status, answer, ...made };
}
