import type { JsonObject, JsonValue } from '../json.ts';
import { NAMES } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import type { Variant } from '../variant.ts';

/** Returns an answer with a JSON body. */
export function json(status: number, body: JsonValue): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
}

/** Returns an answer without a body. */
export function empty(status: 200 | 204): Response {
  return new Response(null, { status });
}

/** Returns an error as in doc §7, or as the variant's proxy would answer. */
export function errorAnswer(variant: Variant, status: number, message: string): Response {
  if (variant.errorBody === 'empty') return new Response(null, { status });
  if (variant.errorBody === 'json') return json(status, { message });
  const page = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>Error ${status}</h1></body></html>`;
  return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

type Answers<K extends keyof Variant> = Readonly<Record<Variant[K] & string, () => Response>>;

/** Returns the answer to a create (doc §4.6 gaps 3 and 9). */
export function createdAnswer(variant: Variant, kind: Kind, shown: JsonObject): Response {
  const { one, title } = NAMES[kind];
  const message = `Created ${title}`;
  const answers: Answers<'createAnswer'> = {
    record: () => json(201, shown),
    wrapped: () => json(201, { [one]: shown }),
    messageAndRecord: () => json(201, { message, [one]: shown }),
    message: () => json(201, { message }),
  };
  return answers[variant.createAnswer]();
}

/** Returns the answer to an update (doc §4.6 gaps 2, 4, 7 and 9). */
export function patchedAnswer(variant: Variant, kind: Kind, shown: JsonObject): Response {
  const { one, title } = NAMES[kind];
  const answers: Answers<'patchAnswer'> = {
    record: () => json(200, shown),
    wrapped: () => json(200, { [one]: shown }),
    message: () => json(200, { message: `Updated ${title}` }),
    mongo: () => json(200, { acknowledged: true, modifiedCount: 1 }),
    empty200: () => empty(200),
    noContent: () => empty(204),
  };
  return answers[variant.patchAnswer]();
}

/**
 * Returns the answer to a delete.
 *
 * It is documented for fittings and products, otherwise see doc §4.6 gaps 5 and 10.
 */
export function deletedAnswer(variant: Variant, kind: Kind, shown: JsonObject): Response {
  const documented = kind === 'fittings' || kind === 'products';
  const answers: Answers<'deleteAnswer'> = {
    message: () => json(200, { message: `Deleted ${NAMES[kind].title}` }),
    record: () => json(200, shown),
    deletedCount: () => json(200, { acknowledged: true, deletedCount: 1 }),
    empty200: () => empty(200),
    noContent: () => empty(204),
  };
  return answers[documented ? 'message' : variant.deleteAnswer]();
}

/** Returns the answer for an unknown id; documented for fittings only (doc §7). */
export function missingAnswer(variant: Variant, kind: Kind): Response {
  const answers: Answers<'missingById'> = {
    '404': () => errorAnswer(variant, 404, `${NAMES[kind].title} not found`),
    '500': () => errorAnswer(variant, 500, `Cannot read properties of null (reading '_id')`),
    null: () => json(200, null),
    emptyObject: () => json(200, {}),
  };
  return answers[kind === 'fittings' ? '404' : variant.missingById]();
}

/** Returns the answer of the look-up by kod without a match (doc §4.6 gap 11). */
export function lookupMissAnswer(variant: Variant): Response {
  const answers: Answers<'lookupMiss'> = {
    '404': () => errorAnswer(variant, 404, 'Fitting not found'),
    '500': () => errorAnswer(variant, 500, `Cannot read properties of null (reading 'kod')`),
    null: () => json(200, null),
    emptyObject: () => json(200, {}),
    emptyArray: () => json(200, []),
    emptyString: () => json(200, ''),
    wrappedNull: () => json(200, { fitting: null }),
    message: () => json(200, { message: 'Fitting not found' }),
  };
  return answers[variant.lookupMiss]();
}
