/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object: a record on the wire and in the journal. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * Parses JSON text.
 *
 * Throws SyntaxError when it is invalid.
 */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

/** Returns whether a JSON value is an object, not an array. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a text, otherwise undefined. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the texts of an array and ignores other items. */
export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Returns a copy with the keys that `keep` accepts.
 *
 * `__proto__` stays an ordinary key.
 */
export function pick(record: JsonObject, keep: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keep(key)));
}
