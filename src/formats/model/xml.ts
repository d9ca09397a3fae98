import { DOMParser as XmlParser } from '@xmldom/xmldom';
import { elementsIn } from './colladaTree.ts';
import { ModelFault } from './types.ts';
import { quote } from './text.ts';

const BY_ATTRIBUTE = /^\[(\w+)="(.*)"\]$/;

/** Parses XML in a worker, which has no DOMParser. */
export function parseXml(text: string): Document {
  let first: { readonly message: string; readonly line: number } | null = null;
  const parser = new XmlParser({
    onError: (level, message, context: { locator?: { lineNumber?: number } }) => {
      if (level !== 'warning') first ??= { message, line: context.locator?.lineNumber ?? 0 };
    },
  });
  try {
    const parsed = parser.parseFromString(text, 'application/xml');
    if (first === null) return withQueries(parsed as unknown as Document);
  } catch (thrown) {
    first ??= {
      message: thrown instanceof Error ? thrown.message : String(thrown),
      line: lineOf(thrown),
    };
  }
  throw new ModelFault('xml', { line: first.line, value: quote(first.message, 120) });
}

/**
 * Runs work that changes a document, in a time that grows with the document.
 *
 * xmldom numbers all children of an element again for each one that is removed. Without a count of
 * changes it does not, and the children are numbered once after the work.
 */
export function changed<T>(document: Document, work: () => T): T {
  Object.assign(document, { _inc: Number.NaN });
  try {
    return work();
  } finally {
    Object.assign(document, { _inc: 1 });
    numberChildren(document.documentElement);
  }
}

function numberChildren(parent: Element): void {
  const mark = parent.ownerDocument.createTextNode('');
  parent.insertBefore(mark, parent.firstChild);
  parent.removeChild(mark);
  for (const child of elementsIn(parent)) numberChildren(child);
}

/** Gives a parsed document to a three.js loader in place of its DOMParser. */
export function withDocument<T>(document: Document, work: () => T): T {
  const holder: { DOMParser?: unknown } = globalThis;
  const own = holder.DOMParser;
  holder.DOMParser = class {
    parseFromString(): Document {
      return document;
    }
  };
  try {
    return work();
  } finally {
    holder.DOMParser = own;
  }
}

function lineOf(thrown: unknown): number {
  if (typeof thrown !== 'object' || thrown === null || !('locator' in thrown)) return 0;
  const { locator } = thrown;
  if (typeof locator !== 'object' || locator === null || !('lineNumber' in locator)) return 0;
  return Number(locator.lineNumber);
}

// Adds the only query that the loaders use: an element by one attribute.
function withQueries(document: Document): Document {
  const root = document.documentElement;
  const known = new Map<string, Map<string, Element>>();
  const find = (selector: string): Element | null => {
    const [, name = '', value = ''] = BY_ATTRIBUTE.exec(selector) ?? [];
    const elements = known.get(name) ?? byAttribute(root, name);
    known.set(name, elements);
    return elements.get(value) ?? null;
  };
  Object.assign(root, { querySelector: find });
  return document;
}

/** Returns the first element for each value of an attribute. */
function byAttribute(root: Element, name: string): Map<string, Element> {
  const found = new Map<string, Element>();
  const visit = (parent: Element) => {
    for (const child of elementsIn(parent)) {
      const value = child.getAttribute(name);
      if (value !== null && !found.has(value)) found.set(value, child);
      visit(child);
    }
  };
  visit(root);
  return found;
}
