import { memberOf, nodeAt, parseNodes } from '#contract/jsonNodes.ts';
import type { JsonNode, ListNode, ObjectNode, Path } from '#contract/jsonNodes.ts';

const STEP = '  ';

/**
 * Returns the JSON text with a literal at a path, such as `"white"` or `1.50`.
 *
 * Missing objects and lists on the way are added. The rest of the text stays as it is. A new key
 * stands where `order` puts it among the present ones, otherwise at the end.
 */
export function setAt(
  text: string,
  path: Path,
  literal: string,
  order: readonly string[] = [],
): string {
  const root = parseNodes(text);
  const node = nodeAt(root, path);
  if (node !== null) return splice(text, node.start, node.end, literal);
  const [at, rest] = deepest(root, path);
  const holder = nodeAt(root, at);
  const [step, ...inner] = rest;
  if (holder === null || step === undefined) return text;
  const value = wrapped(inner, literal);
  if (holder.type === 'object' && typeof step === 'string')
    return insert(text, holder, placeIn(holder, step, order), member(step, value));
  if (holder.type === 'list' && typeof step === 'number')
    return insert(text, holder, Math.min(step, holder.items.length), value);
  // A value that holds nothing is replaced by what the path needs. Another one stays.
  if (holder.type !== 'null') return text;
  return splice(text, holder.start, holder.end, laid(text, holder.start, wrapped(rest, literal)));
}

/** Returns the place of a new key among the members of an object. */
function placeIn({ members }: ObjectNode, key: string, order: readonly string[]): number {
  const rank = order.indexOf(key);
  const after = members.findIndex(({ key: other }) => rank !== -1 && order.indexOf(other) > rank);
  return after === -1 ? members.length : after;
}

/** Returns the text with compact JSON items added at the end of a list. */
export function appendItems(text: string, path: Path, items: readonly string[]): string {
  const list = nodeAt(parseNodes(text), path);
  const all = `[${items.join(',')}]`;
  if (items.length === 0) return text;
  if (list === null) return setAt(text, path, all);
  const last = list.type === 'list' ? list.items.at(-1) : undefined;
  if (list.type !== 'list' || last === undefined)
    return splice(text, list.start, list.end, laid(text, list.start, all));
  const between = glue(text, list);
  const added = items.map((item) => between + laidWith(lineOf(between), item));
  return splice(text, last.end, last.end, added.join(''));
}

/** Returns the text without the value at a path, and without its key. */
export function removeAt(text: string, path: Path): string {
  const root = parseNodes(text);
  const step = path.at(-1);
  const holder = nodeAt(root, path.slice(0, -1));
  if (step === undefined || holder === null) return text;
  const [spans, index] = childrenOf(holder, step);
  const [before, gone, after] = [spans[index - 1], spans[index], spans[index + 1]];
  if (gone === undefined) return text;
  if (before !== undefined) return splice(text, before.end, gone.end, '');
  if (after !== undefined) return splice(text, gone.start, after.start, '');
  return splice(text, holder.start + 1, holder.end - 1, '');
}

/** Returns the text with a list item moved to another place. The item itself stays as it is. */
export function moveItem(text: string, path: Path, from: number, to: number): string {
  const list = nodeAt(parseNodes(text), path);
  if (list?.type !== 'list' || list.items[from] === undefined || list.items[to] === undefined)
    return text;
  const items = list.items.map(({ start, end }) => text.slice(start, end));
  return replaceItems(text, list, items.toSpliced(from, 1).toSpliced(to, 0, items[from] ?? ''));
}

/** Returns the text with other items in the places of a list's; what lies between them stays. */
export function replaceItems(text: string, list: ListNode, items: readonly string[]): string {
  let at = 0;
  const parts = list.items.flatMap(({ start, end }, index) => {
    const before = text.slice(at, start);
    at = end;
    return [before, items[index] ?? text.slice(start, end)];
  });
  return parts.join('') + text.slice(at);
}

/** Returns the text with a list item repeated after itself, letter by letter. */
export function duplicateItem(text: string, path: Path, index: number): string {
  const list = nodeAt(parseNodes(text), path);
  const item = list?.type === 'list' ? list.items[index] : undefined;
  if (list?.type !== 'list' || item === undefined) return text;
  return splice(text, item.end, item.end, glue(text, list) + text.slice(item.start, item.end));
}

/** Returns the text with a member repeated at the end of its object under another key. */
export function duplicateMember(text: string, path: Path, key: string, as: string): string {
  const holder = nodeAt(parseNodes(text), path);
  const found = holder?.type === 'object' ? memberOf(holder, key) : null;
  const last = holder?.type === 'object' ? holder.members.at(-1) : undefined;
  if (holder?.type !== 'object' || found === null || last === undefined) return text;
  const copy = JSON.stringify(as) + text.slice(found.keyEnd, found.value.end);
  return splice(text, last.value.end, last.value.end, glue(text, holder) + copy);
}

/** Returns the text with a key renamed; unchanged if the object already has the new key. */
export function renameKey(text: string, path: Path, key: string, to: string): string {
  const holder = nodeAt(parseNodes(text), path);
  const found = holder?.type === 'object' ? memberOf(holder, key) : null;
  if (holder?.type !== 'object' || found === null || memberOf(holder, to) !== null) return text;
  return splice(text, found.start, found.keyEnd, JSON.stringify(to));
}

/**
 * Returns the text without the value at a path, and without the objects around it that are empty
 * then. Those that `original` has stay, and so do the items of a list.
 */
export function pruneAt(text: string, path: Path, original: string): string {
  const before = original.trim() === '' ? null : parseNodes(original);
  let shorter = removeAt(text, path);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const at = path.slice(0, length);
    if (typeof at.at(-1) === 'number') return shorter;
    const isKnown = before !== null && nodeAt(before, at) !== null;
    const node = nodeAt(parseNodes(shorter), at);
    if (isKnown || node === null || !isEmpty(node)) return shorter;
    shorter = removeAt(shorter, at);
  }
  return shorter;
}

function isEmpty(node: JsonNode): boolean {
  if (node.type === 'object') return node.members.length === 0;
  return node.type === 'list' && node.items.length === 0;
}

/** Splits a path at the deepest value that exists. */
function deepest(root: JsonNode, path: Path): readonly [at: Path, rest: Path] {
  let length = path.length;
  while (length > 0 && nodeAt(root, path.slice(0, length)) === null) length -= 1;
  return [path.slice(0, length), path.slice(length)];
}

function wrapped(path: Path, literal: string): string {
  return path.reduceRight<string>(
    (inner, step) => (typeof step === 'number' ? `[${inner}]` : `{${member(step, inner)}}`),
    literal,
  );
}

function member(key: string, literal: string): string {
  return `${JSON.stringify(key)}: ${literal}`;
}

function childrenOf(
  holder: JsonNode,
  step: string | number,
): readonly [spans: readonly { readonly start: number; readonly end: number }[], index: number] {
  if (holder.type === 'list') return [holder.items, typeof step === 'number' ? step : -1];
  if (holder.type !== 'object') return [[], -1];
  const spans = holder.members.map(({ start, value }) => ({ start, end: value.end }));
  return [spans, holder.members.findLastIndex(({ key }) => key === step)];
}

/** Inserts a child, written as its siblings are. */
function insert(text: string, holder: ObjectNode | ListNode, at: number, child: string): string {
  const spans = childrenOf(holder, 0)[0];
  const before = spans[at - 1];
  const after = spans[at];
  const between = glue(text, holder);
  const written = laidWith(lineOf(between), child);
  if (before !== undefined) return splice(text, before.end, before.end, between + written);
  if (after !== undefined) return splice(text, after.start, after.start, written + between);
  const indent = indentOf(text, holder.start);
  const line = `\n${indent}${STEP}`;
  const inside = `${line}${laidWith(line, child)}\n${indent}`;
  return splice(text, holder.start + 1, holder.end - 1, inside);
}

/** Returns the comma and the white space between two children. */
function glue(text: string, holder: ObjectNode | ListNode): string {
  const spans = childrenOf(holder, 0)[0];
  const [last, first] = [spans.at(-1), spans.at(-2)];
  if (last !== undefined && first !== undefined) return text.slice(first.end, last.start);
  return `,${last === undefined ? '' : text.slice(holder.start + 1, last.start)}`;
}

/** Returns the line break and the indent of a separator; null if it stays in one line. */
function lineOf(between: string): string | null {
  return /\n[\t ]*/.exec(between)?.[0] ?? null;
}

/** Returns a compact literal in indented lines, as they stand at a place of the text. */
function laid(text: string, at: number, literal: string): string {
  return laidWith(`\n${indentOf(text, at)}`, literal);
}

function laidWith(line: string | null, child: string): string {
  if (line === null) return child;
  const key = /^"(?:[^"\\]|\\.)*": /u.exec(child)?.[0] ?? '';
  const value = child.slice(key.length);
  if (!/^[[{]/.test(value)) return child;
  return key + written(value, parseNodes(value), line);
}

/** Returns a JSON text in indented lines; numbers and texts stay as they are written. */
export function formatText(text: string): string {
  return written(text, parseNodes(text), '\n');
}

/** Writes a value in lines. Its scalars are copied, so that 1.0 stays 1.0. */
function written(text: string, node: JsonNode, line: string): string {
  const inner = `${line}${STEP}`;
  if (node.type === 'list' && node.items.length > 0) {
    const items = node.items.map((item) => written(text, item, inner));
    return `[${inner}${items.join(`,${inner}`)}${line}]`;
  }
  if (node.type !== 'object' || node.members.length === 0) return text.slice(node.start, node.end);
  const members = node.members.map(
    ({ start, keyEnd, value }) => `${text.slice(start, keyEnd)}: ${written(text, value, inner)}`,
  );
  return `{${inner}${members.join(`,${inner}`)}${line}}`;
}

function indentOf(text: string, at: number): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  return /^[\t ]*/.exec(text.slice(begin, at))?.[0] ?? '';
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
