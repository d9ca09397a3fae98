/** A part of a line. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'em'; readonly of: readonly Inline[] }
  | { readonly type: 'link'; readonly to: string; readonly of: readonly Inline[] }
  | { readonly type: 'image'; readonly alt: string };

/** The alignment of a column; null for none. */
export type Align = 'left' | 'center' | 'right' | null;

export type Block =
  | { readonly type: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly of: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly Item[] }
  | {
      readonly type: 'table';
      readonly aligns: readonly Align[];
      readonly head: Cells;
      readonly rows: readonly Cells[];
    };
type Item = readonly Block[];
type Cells = readonly (readonly Inline[])[];

/** A heading with everything up to the next heading. */
export interface Section {
  /** The anchor that links name, made as GitHub does. */
  readonly id: string;
  readonly level: number;
  readonly title: readonly Inline[];
  readonly blocks: readonly Block[];
}

const HEADING = /^(#{1,6}) +(.+?)(?: +#+)?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^( {0,3}(?:([-*+])|(\d{1,9})[.)])) +/;
const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const DASHES = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;

/** Reads a page of Markdown as its sections; text before the first heading is left out. */
export function sectionsOf(page: string): readonly Section[] {
  const ids = new Map<string, number>();
  const found: { level: number; title: string; lines: string[] }[] = [];
  let fence: string | null = null;
  for (const line of page.split(/\r?\n/)) {
    const mark: string | null = FENCE.exec(line)?.[1] ?? null;
    const [, signs, title] = fence === null ? (HEADING.exec(line) ?? []) : [];
    if (signs !== undefined && title !== undefined)
      found.push({ level: signs.length, title, lines: [] });
    else found.at(-1)?.lines.push(line);
    if (mark !== null && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
  }
  return found.map(({ level, title, lines }) => {
    const inline = inlinesOf(title);
    return { id: anchorOf(plainText(inline), ids), level, title: inline, blocks: blocksOf(lines) };
  });
}

/** Returns the anchor of a heading; a repeated one gets a number. */
function anchorOf(title: string, used: Map<string, number>): string {
  const base = title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
  const times = used.get(base) ?? 0;
  used.set(base, times + 1);
  return times === 0 ? base : `${base}-${times}`;
}

/** Returns the words of a line without its marks. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((each) => {
      if (each.type === 'image') return each.alt;
      return 'of' in each ? plainText(each.of) : each.text;
    })
    .join('');
}

/** Reads lines from one place on; returns the block and the number of lines that it takes. */
type Reader = (lines: readonly string[]) => {
  readonly block: Block | null;
  readonly taken: number;
};

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const rest = lines.slice(at);
    const { block, taken } = readerOf(rest)(rest);
    if (block !== null) blocks.push(block);
    at += Math.max(taken, 1);
  }
  return blocks;
}

function readerOf([line = '', next = '']: readonly string[]): Reader {
  if (line.trim() === '' || RULE.test(line)) return () => ({ block: null, taken: 1 });
  if (FENCE.test(line)) return code;
  if (line.startsWith('<!--')) return comment;
  if (line.includes('|') && DASHES.test(next) && next.includes('-')) return tableOf;
  if (ITEM.test(line)) return list;
  return /^ {0,3}>/.test(line) ? quote : paragraph;
}

function code(lines: readonly string[]): ReturnType<Reader> {
  const mark = FENCE.exec(lines[0] ?? '')?.[1] ?? '```';
  const end = lines.findIndex((line, at) => at > 0 && line.trim().startsWith(mark));
  const last = end < 0 ? lines.length : end;
  return { block: { type: 'code', text: lines.slice(1, last).join('\n') }, taken: last + 1 };
}

function comment(lines: readonly string[]): ReturnType<Reader> {
  const end = lines.findIndex((line) => line.includes('-->'));
  return { block: null, taken: end < 0 ? lines.length : end + 1 };
}

function quote(lines: readonly string[]): ReturnType<Reader> {
  const end = lines.findIndex((line) => !/^ {0,3}>/.test(line));
  const own = lines.slice(0, end < 0 ? lines.length : end);
  const inner = own.map((line) => line.replace(/^ {0,3}> ?/, ''));
  return { block: { type: 'quote', of: blocksOf(inner) }, taken: own.length };
}

function paragraph(lines: readonly string[]): ReturnType<Reader> {
  const end = lines.findIndex((_, at) => at > 0 && readerOf(lines.slice(at)) !== paragraph);
  const own = lines.slice(0, end < 0 ? lines.length : end);
  const text = own.map((line) => line.trim()).join(' ');
  return { block: { type: 'paragraph', of: inlinesOf(text) }, taken: own.length };
}

function list(lines: readonly string[]): ReturnType<Reader> {
  const [, , bullet, number] = ITEM.exec(lines[0] ?? '') ?? [];
  const isSame = (line: string) => (ITEM.exec(line)?.[2] === undefined) === (bullet === undefined);
  const items: string[][] = [];
  let width = 0;
  let at = 0;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isInside = width > 0 && line.startsWith(' '.repeat(width));
    if (!isInside && ITEM.test(line) && isSame(line)) {
      width = ITEM.exec(line)?.[0].length ?? 2;
      items.push([line.slice(width)]);
    } else if (isInside) items.at(-1)?.push(line.slice(width));
    else if (line.trim() === '') {
      // A blank line ends the list unless the list goes on below it.
      const next = lines.slice(at).find((each) => each.trim() !== '') ?? '';
      if (!next.startsWith(' '.repeat(width)) && !(ITEM.test(next) && isSame(next))) break;
      items.at(-1)?.push('');
    } else if (readerOf(lines.slice(at)) === paragraph) items.at(-1)?.push(line);
    else break;
  }
  const start = number === undefined ? null : Number(number);
  return { block: { type: 'list', start, items: items.map(blocksOf) }, taken: at };
}

function tableOf(lines: readonly string[]): ReturnType<Reader> {
  const end = lines.findIndex((line) => !line.includes('|'));
  const own = lines.slice(0, end < 0 ? lines.length : end);
  const [head = [], dashes = [], ...rows] = own.map(cellsOf);
  const aligns = dashes.map((dash): Align => {
    const [left, right] = [dash.startsWith(':'), dash.endsWith(':')];
    if (right) return left ? 'center' : 'right';
    return left ? 'left' : null;
  });
  const block: Block = {
    type: 'table',
    aligns,
    head: head.map(inlinesOf),
    rows: rows.map((row) => row.map(inlinesOf)),
  };
  return { block, taken: own.length };
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

const MARKS = [
  String.raw`\\(?<escaped>[!-/:-@[-${'`'}{-~])`,
  '(?<ticks>`+)(?<code>.+?)(?<!`)\\k<ticks>(?!`)',
  String.raw`!\[(?<alt>[^\]]*)\]\([^)]*\)`,
  String.raw`\[(?<label>(?:\\.|!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\((?<to>[^)\s]+)[^)]*\)`,
  String.raw`<(?<address>https?:[^>\s]+)>`,
  String.raw`\*\*(?<strong>.+?)\*\*`,
  String.raw`(?<![\p{L}\p{N}*_])(?<sign>[*_])(?<em>(?!\s)[^*_]+?(?<!\s))\k<sign>(?![\p{L}\p{N}])`,
  String.raw`<\/?[a-z][^>]*>`,
].join('|');

/** Reads the parts of a line. */
export function inlinesOf(line: string): readonly Inline[] {
  const parts: Inline[] = [];
  const add = (text: string) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.type === 'text') parts[parts.length - 1] = { ...last, text: last.text + text };
    else parts.push({ type: 'text', text });
  };
  let end = 0;
  for (const match of line.matchAll(new RegExp(MARKS, 'gu'))) {
    add(line.slice(end, match.index));
    end = match.index + match[0].length;
    const { escaped, code: shown, alt, label, to, address, strong, em } = match.groups ?? {};
    if (escaped !== undefined) add(escaped);
    else if (shown !== undefined) parts.push({ type: 'code', text: shown.trim() });
    else if (alt !== undefined) parts.push({ type: 'image', alt });
    else if (label !== undefined && to !== undefined)
      parts.push({ type: 'link', to, of: inlinesOf(label) });
    else if (address !== undefined)
      parts.push({ type: 'link', to: address, of: [{ type: 'text', text: address }] });
    else if (strong !== undefined) parts.push({ type: 'strong', of: inlinesOf(strong) });
    else if (em !== undefined) parts.push({ type: 'em', of: inlinesOf(em) });
  }
  add(line.slice(end));
  return parts;
}
