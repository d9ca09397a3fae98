import type { Reference, ValueType } from '#contract/learned.ts';
import { valuesByKey } from '#contract/jsonNodes.ts';
import type { JsonNode, ListNode, ObjectNode, Path } from '#contract/jsonNodes.ts';
import { keysPath } from '#contract/learnedPath.ts';
import { likeness, mainType, NO_SHAPE, USUAL } from './shape.ts';
import type { Shape } from './shape.ts';

/** A value with an input of its own. `node` is null for a usual key that the record lacks. */
export interface InputBlock {
  readonly type: 'input';
  readonly key: string;
  readonly path: Path;
  readonly node: JsonNode | null;
  readonly shape: Shape;
}

/** An object with inputs of its own. */
export interface GroupBlock extends Omit<InputBlock, 'type'> {
  readonly type: 'group';
}

/** A part that is shown as JSON. */
export interface RawBlock extends Omit<InputBlock, 'type' | 'node' | 'key'> {
  readonly type: 'raw';
  /** Null for the whole value. */
  readonly key: string | null;
  readonly node: JsonNode;
}

/** A column of a table; the key is null where the rows are values without keys. */
export interface Column {
  readonly key: string | null;
  readonly shape: Shape;
}

export interface Row {
  readonly path: Path;
  /** The key of a map; null in a list. */
  readonly key: string | null;
  /** Null for a usual row that the record lacks. */
  readonly node: JsonNode | null;
}

/** Rows of like objects: the items of a list, or members of an object. */
export interface TableBlock {
  readonly type: 'table';
  /** The key of the list; null for members of the object that is shown. */
  readonly key: string | null;
  /** The path of the list, or of the object that holds the members. */
  readonly path: Path;
  readonly isMap: boolean;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Further known keys of a row. */
  readonly moreKeys: readonly string[];
  readonly row: Shape;
  /** The records that the keys of a map belong to. */
  readonly keyReference: Reference | null;
  /** The path of these keys in the learned schema; null where no record shows it. */
  readonly keysAt: string | null;
  /** Known keys for a new row of a map. */
  readonly rowKeys: readonly string[];
}

export type Block = InputBlock | GroupBlock | RawBlock | TableBlock;

/** The parts of one object, and known keys that it lacks. */
export interface Layout {
  readonly blocks: readonly Block[];
  readonly moreKeys: readonly string[];
}

/** A wider table could be neither drawn in time nor read. Records of one shape have far fewer keys. */
const MOST_COLUMNS = 40;
/** An object with more keys is shown as JSON. */
const MOST_KEYS = 200;

/** Returns the parts of a value: inputs, tables, groups, and JSON for the rest. */
export function layoutOf(node: JsonNode | null, shape: Shape, path: Path): Layout {
  const kind = node === null || node.type === 'null' ? typeOf(null, shape) : node.type;
  if (kind === 'list') {
    const list = node?.type === 'list' ? node : null;
    if (list !== null && !isTabular(list)) return rawLayout(list, shape, path);
    return { blocks: [listBlock(null, path, list, shape)], moreKeys: [] };
  }
  return objectLayout(node?.type === 'object' ? node : null, shape, path);
}

function rawLayout(node: JsonNode, shape: Shape, path: Path): Layout {
  return { blocks: [{ type: 'raw', path, key: null, node, shape }], moreKeys: [] };
}

/** Returns the type of a value, or the one that it usually has. */
export function typeOf(node: JsonNode | null, shape: Shape): ValueType {
  if (node !== null && node.type !== 'null') return node.type;
  if (shape.item !== null) return 'list';
  if (shape.keys.size > 0 || shape.entry !== null) return 'object';
  return mainType(shape.known) ?? 'text';
}

interface Part {
  readonly key: string;
  readonly node: JsonNode | null;
  readonly shape: Shape;
}

function objectLayout(node: ObjectNode | null, shape: Shape, path: Path): Layout {
  const usual = [...shape.keys].filter(([, { present }]) => present >= USUAL);
  const held: ReadonlyMap<string, JsonNode> = node === null ? new Map() : valuesByKey(node);
  const keys = inKnownOrder([...held.keys(), ...usual.map(([key]) => key)], shape);
  if (node !== null && keys.length > MOST_KEYS) return rawLayout(node, shape, path);
  const parts = keys.map((key): Part => ({
    key,
    node: held.get(key) ?? null,
    shape: shape.keys.get(key) ?? shape.entry ?? NO_SHAPE,
  }));
  const alike = new Set(likeObjects(parts, shape));
  const table = alike.size === 0 ? [] : [mapBlock(path, [...alike], shape)];
  const rest = parts.filter((part) => !alike.has(part));
  const shown = new Set(keys);
  const known = [...shape.keys.keys()].filter((key) => !shown.has(key));
  const isMap = shape.entry !== null;
  const moreKeys = isMap || alike.size > 0 ? known.filter((key) => !isRowKey(key, shape)) : known;
  return {
    blocks: [...table, ...rest.map((part) => blockOf(part, [...path, part.key]))],
    moreKeys,
  };
}

function isRowKey(key: string, shape: Shape): boolean {
  return isFlat(shape.keys.get(key) ?? NO_SHAPE);
}

/** Keys that the records know stand in their order, before others. */
function inKnownOrder(keys: readonly string[], shape: Shape): readonly string[] {
  const order = new Map([...shape.keys.keys()].map((key, index) => [key, index]));
  const rank = (key: string) => order.get(key) ?? order.size;
  return [...new Set(keys)].toSorted((a, b) => rank(a) - rank(b));
}

function blockOf(part: Part, path: Path): Block {
  const { key, node, shape } = part;
  const type = typeOf(node, shape);
  if (type === 'list') {
    const list = node?.type === 'list' ? node : null;
    if (list !== null && !isTabular(list)) return { type: 'raw', path, key, node: list, shape };
    return listBlock(key, path, list, shape);
  }
  if (type !== 'object') return { type: 'input', path, ...part };
  return { type: 'group', path, ...part };
}

/** Returns whether the items are all single values, or all objects with few keys in all. */
function isTabular({ items }: ListNode): boolean {
  const objects = items.filter((item) => item.type === 'object');
  const lists = items.filter(({ type }) => type === 'list').length;
  const isEven = lists === 0 && (objects.length === 0 || objects.length === items.length);
  return isEven && isNarrow(objects);
}

function isNarrow(objects: readonly ObjectNode[]): boolean {
  const keys = new Set<string>();
  for (const { members } of objects) {
    for (const { key } of members) keys.add(key);
    if (keys.size > MOST_COLUMNS) return false;
  }
  return true;
}

function listBlock(key: string | null, path: Path, node: ListNode | null, shape: Shape) {
  const rows = (node?.items ?? []).map((item, index): Row => ({
    path: [...path, index],
    key: null,
    node: item,
  }));
  const { item } = shape;
  const isObjects =
    rows[0] === undefined ? typeOf(null, item ?? NO_SHAPE) === 'object' : isObject(rows[0]);
  const columns = isObjects
    ? columnsOf(rows, item === null ? [] : [item])
    : [{ key: null, shape: item ?? NO_SHAPE }];
  return tableBlock(
    {
      key,
      path,
      isMap: false,
      rows,
      columns,
      row: item ?? NO_SHAPE,
      keyReference: null,
      keysAt: null,
    },
    [],
  );
}

function isObject({ node }: Row): boolean {
  return node?.type === 'object';
}

/** Returns the members that are rows of one table: objects with much the same keys. */
function likeObjects(parts: readonly Part[], shape: Shape): readonly Part[] {
  const flat = parts.filter(
    ({ node, shape: inner }) => typeOf(node, inner) === 'object' && isFlatObject(node, inner),
  );
  const first = flat.find((part) => keysOf(part).size > 0);
  if (first === undefined) return [];
  const isAlike = (part: Part) => likeness(keysOf(first), keysOf(part)) >= USUAL;
  const held = flat.flatMap(({ node }) => (node?.type === 'object' ? [node] : []));
  if (!isNarrow(held)) return [];
  if (flat.filter(isAlike).length < 2 && shape.entry === null) return [];
  // An empty object is a row that was just added.
  return flat.filter((part) => isAlike(part) || keysOf(part).size === 0);
}

function keysOf({ node, shape }: Part): Map<string, unknown> {
  const held = node?.type === 'object' ? node.members.map(({ key }) => key) : [];
  const known = [...shape.keys.keys()];
  return new Map([...held, ...known].map((key) => [key, null]));
}

function isFlatObject(node: JsonNode | null, shape: Shape): boolean {
  if (node?.type === 'object')
    return (
      node.members.every(({ value }) => value.type !== 'object' && value.type !== 'list') &&
      (node.members.length > 0 || shape.keys.size === 0 || isFlat(shape))
    );
  return isFlat(shape);
}

function isFlat(shape: Shape): boolean {
  if (shape.keys.size === 0) return false;
  return [...shape.keys.values()].every((inner) => {
    const type = typeOf(null, inner);
    return type !== 'object' && type !== 'list';
  });
}

function mapBlock(path: Path, parts: readonly Part[], shape: Shape): TableBlock {
  const rows = parts.map(({ key, node }): Row => ({ path: [...path, key], key, node }));
  const shapes = parts.map(({ shape: inner }) => inner);
  const known = [...shape.keys].filter(([, inner]) => isFlat(inner)).map(([key]) => key);
  const names = shape.entry === null ? known : (shape.known?.keys ?? []);
  const columns = columnsOf(rows, shapes);
  const { keyReference, known: place } = shape;
  const keysAt = place === null ? null : keysPath(place.path);
  const taken = new Set(rows.map(({ key }) => key));
  return tableBlock(
    {
      key: null,
      path,
      isMap: true,
      rows,
      columns,
      row: shapes[0] ?? NO_SHAPE,
      keyReference,
      keysAt,
    },
    names.filter((key) => !taken.has(key)),
  );
}

type Rows = Omit<TableBlock, 'type' | 'moreKeys' | 'rowKeys'>;

function tableBlock(block: Rows, rowKeys: readonly string[]): TableBlock {
  const shown = new Set(block.columns.map(({ key }) => key));
  const moreKeys = [...block.row.keys.keys()].filter((key) => !shown.has(key));
  return { type: 'table', ...block, moreKeys: shown.has(null) ? [] : moreKeys, rowKeys };
}

/** Returns the columns of rows: the usual keys, and every key that a row has. */
function columnsOf(rows: readonly Row[], shapes: readonly Shape[]): readonly Column[] {
  const columns = new Map<string, Shape>();
  for (const { keys } of shapes)
    for (const [key, shape] of keys)
      if (shape.present >= USUAL && !columns.has(key)) columns.set(key, shape);
  for (const { node } of rows)
    if (node?.type === 'object')
      for (const { key } of node.members)
        if (!columns.has(key))
          columns.set(key, shapes.map((s) => s.keys.get(key)).find(isThere) ?? NO_SHAPE);
  return [...columns].map(([key, shape]) => ({ key, shape }));
}

function isThere(shape: Shape | undefined): shape is Shape {
  return shape !== undefined;
}
