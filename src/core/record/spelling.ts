import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { memberOf, parseNodes } from '#contract/jsonNodes.ts';
import type { JsonNode, ListNode, ObjectNode } from '#contract/jsonNodes.ts';

/**
 * Returns the JSON of a request body, in which unchanged parts are spelled as in the record.
 *
 * A value becomes a double on its way through Cabinet: `1.0` becomes `1`, and a number of 20 digits
 * loses the last ones. Parts that are equal in the record's exact text are copied from it, with
 * the order of their keys.
 */
export function spelledBody(body: JsonObject, record: string): string {
  const node = parseNodes(record);
  const members = Object.entries(body).map(([key, value]) => {
    const old = node.type === 'object' ? memberOf(node, key) : null;
    return `${JSON.stringify(key)}:${spelled(value, old?.value ?? null, record)}`;
  });
  return `{${members.join(',')}}`;
}

function spelled(value: Json, old: JsonNode | null, text: string): string {
  if (old === null) return JSON.stringify(value);
  if (isEqual(value, old)) return text.slice(old.start, old.end);
  if (isObject(value) && old.type === 'object') return spelledObject(value, old, text);
  if (Array.isArray(value) && old.type === 'list') return spelledList(value, old, text);
  return JSON.stringify(value);
}

function spelledObject(value: JsonObject, old: ObjectNode, text: string): string {
  // JavaScript moves keys such as `10` to the front.
  const held = old.members.map(({ key }) => key).filter((key) => Object.hasOwn(value, key));
  const keys = [...new Set([...held, ...Object.keys(value)])];
  const members = keys.map((key) => {
    const inner = memberOf(old, key)?.value ?? null;
    return `${JSON.stringify(key)}:${spelled(value[key] ?? null, inner, text)}`;
  });
  return `{${members.join(',')}}`;
}

function spelledList(value: readonly Json[], { items }: ListNode, text: string): string {
  const isHere = (item: Json, index: number) => {
    const old = items[index];
    return old !== undefined && isEqual(item, old);
  };
  const free = items.filter(
    (_, index) => value[index] === undefined || !isHere(value[index], index),
  );
  const parts = value.map((item, index) => {
    if (isHere(item, index)) return spelled(item, items[index] ?? null, text);
    // A row that was moved is spelled as it was at its old place.
    const moved = free.findIndex((old) => isEqual(item, old));
    const [old] = moved === -1 ? [items[index] ?? null] : free.splice(moved, 1);
    return spelled(item, old ?? null, text);
  });
  return `[${parts.join(',')}]`;
}

function isEqual(value: Json, node: JsonNode): boolean {
  if (node.type === 'list')
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, index) => isEqual(value[index] ?? null, item))
    );
  if (node.type !== 'object') return value === node.value;
  if (!isObject(value)) return false;
  const keys = new Set(node.members.map(({ key }) => key));
  return (
    keys.size === Object.keys(value).length &&
    [...keys].every((key) => {
      const inner = memberOf(node, key)?.value;
      return inner !== undefined && Object.hasOwn(value, key) && isEqual(value[key] ?? null, inner);
    })
  );
}
