import { ModelFault } from '../types.ts';
import type { Limits } from '../types.ts';
import { Notes } from './reading.ts';
import { decodeText, quote } from './text.ts';
import { weighUses } from './uses.ts';
import type { Used } from './uses.ts';
import { scanXml } from './xmlScan.ts';

const LARGEST = 10_000_000;
const HARMLESS_TYPE = /<!DOCTYPE\s+svg\b[^[>]*>/i;
/** What looks like tags here is none. */
const UNDRAWN = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>/g;
/** A quoted value may hold a `>`. */
const TAG = /<(\/?)([\w:-]+)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;

/** Refuses an SVG that would take the window with it; scripts in it never run in an `<img>` anyhow. */
export async function checkSvg(data: Blob, limits: Limits): Promise<void> {
  if (data.size === 0) throw new ModelFault('empty');
  if (data.size > LARGEST) throw new ModelFault('tooBig', { size: data.size, limit: LARGEST });
  const text = decodeText(new Uint8Array(await data.arrayBuffer()), new Notes());
  if (!/<svg[\s>]/.test(text))
    throw new ModelFault('brokenLine', { line: 1, value: quote(text.slice(0, 200)) });
  // Drawing programs write the document type of SVG 1.1; without declarations it does nothing.
  const plain = text.replace(HARMLESS_TYPE, blank);
  scanXml(plain, limits);
  const drawn = plain.replace(UNDRAWN, blank);
  weighUses(usesOf(drawn), drawn, limits);
}

/** Every line stays where it is. */
function blank(found: string): string {
  return found.replace(/[^\n]/g, ' ');
}

function usesOf(text: string): ReadonlyMap<string, Used> {
  const nodes = new Map<string, Used>();
  const stack: string[] = [];
  let nameless = 0;
  for (const tag of text.matchAll(TAG)) {
    const [, close, , rest = ''] = tag;
    if (close === '/') {
      stack.pop();
      continue;
    }
    const id = /\sid\s*=\s*["']([^"']*)["']/.exec(rest)?.[1] ?? `nameless ${(nameless += 1)}`;
    const uses = [...rest.matchAll(/(?:href\s*=\s*["']|url\(\s*["']?)#([^"')]*)/g)].map(
      (each) => each[1] ?? '',
    );
    nodes.get(stack.at(-1) ?? '')?.uses.push(id);
    nodes.set(id, { at: tag.index, uses });
    if (!rest.endsWith('/')) stack.push(id);
  }
  return nodes;
}
