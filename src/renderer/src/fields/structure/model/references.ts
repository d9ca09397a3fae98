import { valuesByKey } from '#contract/jsonNodes.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import { NO_SHAPE } from './shape.ts';
import type { Shape } from './shape.ts';

/** Returns each code or id that names a record in a composition, once. */
export function codesIn(node: JsonNode, shape: Shape): readonly string[] {
  const found = new Set<string>();
  collect(node, shape, found);
  found.delete('');
  return [...found];
}

function collect(node: JsonNode, shape: Shape, found: Set<string>): void {
  if (node.type === 'list')
    for (const item of node.items) collect(item, shape.item ?? NO_SHAPE, found);
  else if (node.type === 'object')
    for (const [key, value] of valuesByKey(node)) {
      if (shape.keyReference !== null) found.add(key);
      collect(value, shape.keys.get(key) ?? shape.entry ?? NO_SHAPE, found);
    }
  else if (shape.reference !== null && (node.type === 'text' || node.type === 'number'))
    found.add(String(node.value).trim());
}
