import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../src/renderer/src/i18n/', import.meta.url));
const parts = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.en.json'))
  .map((name) => name.replace('.en.json', ''));

/** Texts that no user may see: the key of a text, an unfilled placeholder, an unformatted value. */
const LEFTOVERS = new RegExp(
  `(^|\\s)(${parts.join('|')})(\\.[a-zA-Z][\\w-]*)+(\\s|$)|\\{\\{|\\}\\}|\\bundefined\\b|\\bNaN\\b|\\[object `,
);

type Tree = { readonly [key: string]: string | Tree };

function sentences(language: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (tree: Tree, path: string) => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === 'string') found.set(`${path}.${key}`, value);
      else walk(value, `${path}.${key}`);
  };
  for (const part of parts) {
    const file = new URL(
      `../../../src/renderer/src/i18n/${part}.${language}.json`,
      import.meta.url,
    );
    walk(JSON.parse(fs.readFileSync(file, 'utf8')) as Tree, part);
  }
  return found;
}

/**
 * Returns the English texts that differ in Polish; on a Polish screen they are a mistake.
 *
 * Texts with placeholders are left out.
 */
function onlyEnglish(): ReadonlySet<string> {
  const polish = sentences('pl');
  const spoken = new Set(polish.values());
  const english = [...sentences('en').values()];
  return new Set(english.filter((text) => !text.includes('{{') && !spoken.has(text)));
}

/** The languages, each with the foreign texts that its screens must not show. */
export const LANGUAGES = [
  { id: 'en', name: 'English', foreign: new Set<string>() },
  { id: 'pl', name: 'Polski', foreign: onlyEnglish() },
] as const;

/** Returns every text that is now shown or read aloud. */
export function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      // `KBD` holds the printed names of keys; the manual in the help is no text of the window.
      if (
        /^(SCRIPT|STYLE|KBD)$/.test(holder?.tagName ?? '') ||
        holder?.closest('.help-body, .log-lines')
      )
        continue;
      found.add(node.nodeValue?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.add(element.getAttribute(name) ?? '');
    return [...found].filter((text) => text !== '');
  });
}

/** Fails when a key, an unfilled placeholder or a text of the other language is shown. */
export async function expectTranslated(
  page: Page,
  where: string,
  foreign: ReadonlySet<string>,
): Promise<void> {
  const texts = await textsOf(page);
  const wrong = texts.filter((text) => LEFTOVERS.test(text) || foreign.has(text));
  expect.soft(wrong, where).toEqual([]);
}
