import { parseNodes, valuesByKey } from '#contract/jsonNodes.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { layoutOf } from './layout.ts';
import type { Column, Row, TableBlock } from './layout.ts';
import { writePicked } from './rows.ts';
import type { Shape } from './shape.ts';

/** A place of a composition that can take another record. */
export interface OpenPlace {
  /** The key of the list or of the part, such as `okucia`; null for the field itself. */
  readonly name: string | null;
  /** How records refer here. */
  readonly by: 'key' | 'id';
  /** Returns the text with a record in this place, as if it had been picked there. */
  readonly put: (code: string, title: string) => string;
}

/** Returns the places for a record of a kind: the ends of lists, and usual parts without a record. */
export function openPlaces(text: string, shape: Shape, kind: Kind): readonly OpenPlace[] {
  const { blocks } = layoutOf(parseNodes(text), shape, []);
  return blocks.flatMap((block) => (block.type === 'table' ? placesIn(text, block, kind) : []));
}

function placesIn(text: string, table: TableBlock, kind: Kind): readonly OpenPlace[] {
  const column = table.columns.find(({ shape }) => shape.reference?.kind === kind);
  if (column?.shape.reference === undefined || column.shape.reference === null) return [];
  const { by } = column.shape.reference;
  const next = { path: [...table.path, table.rows.length], key: null, node: null };
  const rows = table.isMap ? table.rows.filter((row) => isFree(row, column)) : [next];
  return rows.map((row) => ({
    name: row.key ?? table.key,
    by,
    put: (code, title) =>
      writePicked({ text, original: '' }, row, table.columns, column, {
        code,
        title,
        before: null,
      }),
  }));
}

function isFree({ node }: Row, { key }: Column): boolean {
  if (node === null) return true;
  const held = node.type === 'object' && key !== null ? valuesByKey(node).get(key) : undefined;
  return held === undefined || held.type === 'null' || (held.type === 'text' && held.value === '');
}
