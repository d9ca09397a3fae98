import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DESCRIPTORS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const TEXTS = 'src/renderer/src/i18n';

/** Returns a label without placeholders, "…" and colons, so that "Fix {{count, n}}…" is "Fix". */
function bare(label: string): string {
  return label
    .replaceAll(/\{\{[^}]*\}\}|[…:]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns every text that the window can show in a language. */
function textsOf(language: 'en' | 'pl'): ReadonlySet<string> {
  const found = new Set(DESCRIPTORS.map(({ label }) => label[language]));
  for (const name of fs.readdirSync(fileOf(TEXTS))) {
    if (!name.endsWith(`.${language}.json`)) continue;
    JSON.parse(fs.readFileSync(fileOf(`${TEXTS}/${name}`), 'utf8'), (_key, value: unknown) => {
      const text = z.string().safeParse(value);
      if (text.success) found.add(bare(text.data));
      return value;
    });
  }
  return found;
}

describe.each(['en', 'pl'] as const)('the manual in %s', (language) => {
  const page = fs.readFileSync(fileOf(`docs/administrators.${language}.md`), 'utf8');
  const labels = [...page.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, label = '']) => label);
  const texts = textsOf(language);

  it('names many labels', () => {
    expect(labels.length).toBeGreaterThan(100);
  });

  it('prints in bold only labels that the window has', () => {
    expect(labels.filter((label) => !texts.has(bare(label)))).toEqual([]);
  });
});
