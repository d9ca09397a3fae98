/** Any value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object: what a record is on the wire and in the journal. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Reads JSON text; throws SyntaxError when it is none. */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  return value;
}

/** Tells an object from every other JSON value, arrays included. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a value when it is one, otherwise undefined. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of an array, leaving out whatever else is in it. */
export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A copy with only the keys that `keep` accepts; `__proto__` stays an ordinary key. */
export function pick(record: JsonObject, keep: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keep(key)));
}
