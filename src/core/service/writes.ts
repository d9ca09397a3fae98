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

/** Creates a record (doc §4; for its answer see doc §4.6 gaps 3 and 9). */
export function create(session: ApiSession, kind: Kind, body: JsonObject): Promise<RecordOutcome> {
  return write(session, kind, { method: 'POST', json: body }, '');
}

/** Changes a record (doc §4.6 gaps 2, 4, 7 and 9). `text` is the exact JSON of the body. */
export function update(
  session: ApiSession,
  kind: Kind,
  id: string,
  body: JsonObject,
  text?: string,
): Promise<RecordOutcome> {
  return write(session, kind, { method: 'PATCH', json: body, jsonText: text }, id);
}

/** Deletes a record (doc §4.6 gaps 5 and 10). */
export function remove(session: ApiSession, kind: Kind, id: string): Promise<RecordOutcome> {
  return write(session, kind, { method: 'DELETE' }, id);
}

async function write(
  session: ApiSession,
  kind: Kind,
  request: Pick<HttpRequest, 'method' | 'json' | 'jsonText'>,
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

/** Returns the path of a write. The probe for it uses GET alone, so its failure applied nothing. */
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

const KNOWN_CAUSES = [
  'unauthorized',
  'wrong-address',
  'untrusted',
  'client-certificate',
] as const satisfies readonly NotAppliedCause[];

function causeOf({ code, details: { status } }: AppError): NotAppliedCause {
  if (status === 429) return 'too-many';
  return KNOWN_CAUSES.find((each) => each === code) ?? 'offline';
}

/** Forgets a path that is gone, so that the next request looks for it again. */
export function noted(session: ApiSession, kind: Kind, fault: Unapplied): Unapplied {
  const gone = fault.outcome === 'not-applied' && fault.cause === 'wrong-address';
  if (gone && fault.status === 404) session.routes.forget(kind);
  return fault;
}

/**
 * Words of a service that returns an existing record, maybe of another user, instead of creating
 * one.
 */
const EXISTS = /\balready\b|\bexist|\bduplicate/i;

/**
 * Reads the outcome of a write from a successful answer.
 *
 * An empty success means success (doc §4.6 gaps 2–5, 7, 9 and 10). An answer that names another
 * record than `asked` belongs to something else: the outcome is unknown and is looked up. A create
 * answered with "already exists" is applied without an id: the record has to be found.
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
