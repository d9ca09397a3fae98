import { JSONParser } from '@streamparser/json';

/**
 * Returns the path of the first duplicate key of a JSON text, such as `service.url`.
 *
 * Returns null without duplicates. `JSON.parse` silently takes the last of equal keys.
 */
export function equalKey(text: string): string | null {
  const seen = new WeakMap<object, Set<string>>();
  let found: string | null = null;
  const parser = new JSONParser({ keepStack: true });
  parser.onValue = ({ key, parent, stack }) => {
    if (found !== null || typeof key !== 'string' || parent === undefined) return;
    const keys = seen.get(parent) ?? new Set();
    seen.set(parent, keys);
    if (keys.has(key))
      found = [...stack.map((each) => each.key), key]
        .filter((each) => each !== undefined)
        .join('.');
    keys.add(key);
  };
  parser.write(text);
  return found;
}
