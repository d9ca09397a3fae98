import fs from 'node:fs';

type Tree = { readonly [key: string]: string | Tree };
const LANGUAGES = ['en', 'pl'] as const;
const folder = new URL('../../../src/renderer/src/i18n/', import.meta.url);

/** Matches an interface text by its key in any language: `said('sheets.menu.bulk')`. */
export function said(key: string): RegExp {
  const [file = '', ...path] = key.split('.');
  const forms = LANGUAGES.flatMap((language) => {
    const tree = JSON.parse(fs.readFileSync(new URL(`${file}.${language}.json`, folder), 'utf8'));
    return textsAt(tree as Tree, path);
  });
  if (forms.length === 0) throw new Error(`no text ${key}`);
  return new RegExp(`^(?:${forms.map(pattern).join('|')})$`);
}

/** One text, or each form of one that has a number in it. */
function textsAt(tree: Tree, [name = '', ...rest]: readonly string[]): readonly string[] {
  const inner = tree[name];
  if (typeof inner === 'object') return textsAt(inner, rest);
  const forms = ['', '_one', '_few', '_many', '_other'].map((form) => tree[name + form]);
  return forms.filter((text) => typeof text === 'string');
}

function pattern(text: string): string {
  const parts = text.split(/\{\{[^}]*\}\}/);
  return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*');
}
