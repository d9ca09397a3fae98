import { DOMParser as XmlParser } from '@xmldom/xmldom';
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
  const find = (selector: string): Element | null => {
    const [, name = '', value = ''] = BY_ATTRIBUTE.exec(selector) ?? [];
    const all = root.getElementsByTagName('*');
    for (let at = 0; at < all.length; at += 1) {
      const each = all.item(at);
      if (each?.getAttribute(name) === value) return each;
    }
    return null;
  };
  Object.assign(root, { querySelector: find });
  return document;
}
