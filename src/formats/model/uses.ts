import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { lineAt, quote } from './text.ts';

export interface Used {
  /** The position in the text. */
  readonly at: number;
  readonly uses: string[];
}

/**
 * Refuses nodes whose nested uses exceed the limits.
 *
 * A few lines could otherwise exceed the memory.
 */
export function weighUses(nodes: ReadonlyMap<string, Used>, text: string, limits: Limits): void {
  const weights = new Map<string, number>();
  const weigh = (id: string, path: ReadonlySet<string>): number => {
    const known = weights.get(id);
    const node = nodes.get(id);
    if (known !== undefined || node === undefined) return known ?? 0;
    const line = () => lineAt(text, node.at);
    if (path.has(id)) throw new ModelFault('loop', { name: quote(id), line: line() });
    if (path.size > limits.depth)
      throw new ModelFault('tooDeep', { limit: limits.depth, line: line() });
    const inside = new Set(path).add(id);
    const weight = node.uses.reduce((sum, each) => sum + weigh(each, inside), 1);
    if (weight > limits.objects)
      throw new ModelFault('tooMuch', { limit: limits.objects, line: line() });
    weights.set(id, weight);
    return weight;
  };
  for (const id of nodes.keys()) weigh(id, new Set());
}
