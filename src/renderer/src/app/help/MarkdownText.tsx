import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copyText.ts';
import type { Block, Inline } from './markdown.ts';
import { piecesOf } from './search.ts';

/** The context of a page's text: the searched terms, and the way to another heading. */
export interface Reading {
  readonly terms: readonly string[];
  readonly goTo: (anchor: string) => void;
}

export const ReadingContext = createContext<Reading>({ terms: [], goTo: () => {} });

/** Shows blocks of a page as elements; no text of it becomes markup. */
export function Blocks({ of }: { readonly of: readonly Block[] }) {
  return of.map((block, index) => <BlockText key={keyOf(block, index)} block={block} />);
}

// The blocks of a page never change places.
function keyOf({ type }: { readonly type: string }, index: number): string {
  return `${type}${index}`;
}

function BlockText({ block }: { readonly block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      );
    case 'code':
      return (
        // A long line is scrolled, also with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0}>
          <Marked text={block.text} />
        </pre>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks of={block.of} />
        </blockquote>
      );
    case 'list':
      return <ListText list={block} />;
    case 'table':
    default:
      return <TableText table={block} />;
  }
}

function ListText({ list }: { readonly list: Extract<Block, { type: 'list' }> }) {
  const items = list.items.map((item, index) => (
    <li key={`item${String(index)}`}>
      {item.length === 1 && item[0]?.type === 'paragraph' ? (
        <Inlines of={item[0].of} />
      ) : (
        <Blocks of={item} />
      )}
    </li>
  ));
  return list.start === null ? <ul>{items}</ul> : <ol start={list.start}>{items}</ol>;
}

function TableText({ table }: { readonly table: Extract<Block, { type: 'table' }> }) {
  const cell = (index: number) => ({ textAlign: table.aligns[index] ?? undefined });
  return (
    // A wide table is scrolled, also with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="help-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((inlines, index) => (
              <th key={`head${String(index)}`} scope="col" style={cell(index)}>
                <Inlines of={inlines} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={`row${String(at)}`}>
              {row.map((inlines, index) => (
                <td key={`cell${String(index)}`} style={cell(index)}>
                  <Inlines of={inlines} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the parts of a line. */
export function Inlines({ of }: { readonly of: readonly Inline[] }) {
  return of.map((each, index) => <InlineText key={keyOf(each, index)} inline={each} />);
}

function InlineText({ inline }: { readonly inline: Inline }): ReactNode {
  switch (inline.type) {
    case 'text':
      return <Marked text={inline.text} />;
    case 'code':
      return (
        <code>
          <Marked text={inline.text} />
        </code>
      );
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.of} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines of={inline.of} />
        </em>
      );
    case 'link':
      return <LinkText link={inline} />;
    case 'image':
    default:
      return <span className="quiet">{inline.alt}</span>;
  }
}

/**
 * Shows a link.
 *
 * A heading of this page is opened. The window opens no web pages, so an outside address is copied.
 * Another file of the project is not in the bundle and is only named.
 */
function LinkText({ link: { to, of } }: { readonly link: Extract<Inline, { type: 'link' }> }) {
  const { t } = useTranslation();
  const { goTo } = use(ReadingContext);
  const content = <Inlines of={of} />;
  if (to.startsWith('#'))
    return (
      <button type="button" className="help-link" onClick={() => goTo(anchorIn(to))}>
        {content}
      </button>
    );
  if (/^https?:/.test(to))
    return (
      <button
        type="button"
        className="help-link"
        title={t('help.copyAddress', { address: to })}
        onClick={() => void copyText(to, t('help.addressCopied', { address: to }))}
      >
        {content}
      </button>
    );
  return <span title={to}>{content}</span>;
}

function anchorIn(to: string): string {
  try {
    return decodeURIComponent(to.slice(1));
  } catch {
    return to.slice(1);
  }
}

function Marked({ text }: { readonly text: string }) {
  const { terms } = use(ReadingContext);
  if (terms.length === 0) return text;
  let place = 0;
  return piecesOf(text, terms).map((piece) => {
    const key = String(place);
    place += piece.text.length;
    return piece.hit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
