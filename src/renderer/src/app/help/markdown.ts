import { Lexer, lexer } from 'marked';
import type { MarkedToken, Token } from 'marked';

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

/** Reads a page of Markdown as its sections; text before the first heading is left out. */
export function sectionsOf(page: string): readonly Section[] {
  const ids = new Map<string, number>();
  const sections: (Section & { readonly blocks: Block[] })[] = [];
  for (const token of known(lexer(page)))
    if (token.type === 'heading') {
      const title = inlinesIn(token.tokens);
      const id = anchorOf(plainText(title), ids);
      sections.push({ id, level: token.depth, title, blocks: [] });
    } else sections.at(-1)?.blocks.push(...blockOf(token));
  return sections;
}

/** Without extensions the library makes no other tokens than its own. */
function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter((token): token is MarkedToken => typeof token.type === 'string');
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

/** Returns the block of a token; none for blank lines, rules and HTML. */
function blockOf(token: MarkedToken): readonly Block[] {
  if (token.type === 'paragraph' || token.type === 'text')
    return [{ type: 'paragraph', of: inlinesIn(token.tokens ?? [token]) }];
  if (token.type === 'code') return [{ type: 'code', text: token.text }];
  if (token.type === 'blockquote') return [{ type: 'quote', of: blocksIn(token.tokens) }];
  if (token.type === 'list') {
    const start = token.ordered ? Number(token.start) : null;
    return [{ type: 'list', start, items: token.items.map(({ tokens }) => blocksIn(tokens)) }];
  }
  if (token.type !== 'table') return [];
  const { align, header, rows } = token;
  const cells = (row: typeof header) => row.map(({ tokens }) => inlinesIn(tokens));
  return [{ type: 'table', aligns: align, head: cells(header), rows: rows.map(cells) }];
}

function blocksIn(tokens: readonly Token[]): readonly Block[] {
  return known(tokens).flatMap(blockOf);
}

/** Reads the parts of a line. */
export function inlinesOf(line: string): readonly Inline[] {
  return inlinesIn(Lexer.lexInline(line));
}

function inlinesIn(tokens: readonly Token[]): readonly Inline[] {
  const parts: Inline[] = [];
  for (const part of known(tokens).flatMap(inlineOf)) {
    const last = parts.at(-1);
    if (last?.type === 'text' && part.type === 'text')
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    else parts.push(part);
  }
  return parts;
}

/** Returns the part of a token; none for HTML. */
function inlineOf(token: MarkedToken): readonly Inline[] {
  const { type } = token;
  if (type === 'text' || type === 'escape')
    return [{ type: 'text', text: token.text.replaceAll(/\s*\n\s*/g, ' ') }];
  if (type === 'codespan') return [{ type: 'code', text: token.text }];
  if (type === 'image') return [{ type: 'image', alt: token.text }];
  if (type === 'link') return [{ type: 'link', to: token.href, of: inlinesIn(token.tokens) }];
  return type === 'strong' || type === 'em' ? [{ type, of: inlinesIn(token.tokens) }] : [];
}
