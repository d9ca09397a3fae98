import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { termsOf } from '#contract/normalizeForSearch.ts';
import {
  inlinesOf,
  plainText,
  sectionsOf,
} from '../../../../src/renderer/src/app/help/markdown.ts';
import type { Block, Inline } from '../../../../src/renderer/src/app/help/markdown.ts';
import { contentsOf, loadPage, newsOf } from '../../../../src/renderer/src/app/help/pages.ts';
import { findSections, piecesOf } from '../../../../src/renderer/src/app/help/search.ts';

const text = (of: string): Inline => ({ type: 'text', text: of });

function blocksIn(...lines: readonly string[]): readonly Block[] {
  return sectionsOf(['# Page', ...lines].join('\n'))[0]?.blocks ?? [];
}

describe('a page of Markdown', () => {
  it('is cut at its headings, with the anchors that links name', () => {
    const page =
      '# Cabinet\n## Two words\n## Two words\n### Kopia: łóżko (1)\n```\n# no heading\n```';
    expect(sectionsOf(page).map(({ id, level }) => [level, id])).toEqual([
      [1, 'cabinet'],
      [2, 'two-words'],
      [2, 'two-words-1'],
      [3, 'kopia-łóżko-1'],
    ]);
    expect(sectionsOf(page)[3]?.blocks).toEqual([{ type: 'code', text: '# no heading' }]);
  });

  it('has paragraphs, quotes, rules and comments', () => {
    expect(blocksIn('one', 'two', '', '---', '<!-- hidden', 'still -->', '> said')).toEqual([
      { type: 'paragraph', of: [text('one two')] },
      { type: 'quote', of: [{ type: 'paragraph', of: [text('said')] }] },
    ]);
  });

  it('has lists in lists, and lines that go on', () => {
    const [list] = blocksIn('3. one', '   more', '   - inner', '', '4. two', '', 'after');
    expect(list).toMatchObject({ type: 'list', start: 3, items: [[{}, { type: 'list' }], [{}]] });
    expect(blocksIn('- a', '- b', '', 'after')).toHaveLength(2);
  });

  it('has tables whose cells may hold a bar', () => {
    const [table] = blocksIn(
      '| a | b |',
      '| :-- | --: |',
      String.raw`| x \| y | **z** |`,
      '',
      'end',
    );
    expect(table).toEqual({
      type: 'table',
      aligns: ['left', 'right'],
      head: [[text('a')], [text('b')]],
      rows: [[[text('x | y')], [{ type: 'strong', of: [text('z')] }]]],
    });
  });

  it('has marks within a line, and leaves what is no mark', () => {
    expect(inlinesOf('a **b `c`** *d* [e](#f) ![g](h.png) <https://i.example>')).toEqual([
      text('a '),
      { type: 'strong', of: [text('b '), { type: 'code', text: 'c' }] },
      text(' '),
      { type: 'em', of: [text('d')] },
      text(' '),
      { type: 'link', to: '#f', of: [text('e')] },
      text(' '),
      { type: 'image', alt: 'g' },
      text(' '),
      { type: 'link', to: 'https://i.example', of: [text('https://i.example')] },
    ]);
    expect(inlinesOf(String.raw`snake_case_name 2 * 3 \*x\* a<br>b`)).toEqual([
      text('snake_case_name 2 * 3 *x* ab'),
    ]);
    expect(plainText(inlinesOf('<script>alert(1)</script>'))).toBe('alert(1)');
  });
});

describe('the pages of the help', () => {
  it.each(['en', 'pl'] as const)('hold every anchor that they link to: %s', async (language) => {
    const sections = await loadPage('manual', language);
    const file = fs.readFileSync(`docs/administrators.${language}.md`, 'utf8');
    const links = [...file.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) =>
      decodeURIComponent(anchor),
    );
    const ids = new Set(sections.map(({ id }) => id));
    expect(links.filter((anchor) => !ids.has(anchor))).toEqual([]);
    expect(contentsOf(sections).length).toBeGreaterThan(5);
    // Marks that were not understood would stay in the text.
    const words = JSON.stringify(
      sections.map(({ blocks }) => blocks.filter((b) => b.type === 'paragraph')),
    );
    expect(words).not.toMatch(/\*\*|\]\(/);
  });

  it('name the area of each news entry', () => {
    const [version] = newsOf(
      '# Changelog\n\n## 0.3.0 – 2026-11-28\n\n- Import: Faster. And: more.\n',
    );
    expect(version?.title).toEqual([text('0.3.0 – 2026-11-28')]);
    expect(version?.blocks).toMatchObject([
      {
        items: [[{ of: [{ type: 'strong', of: [text('Import:')] }, text(' Faster. And: more.')] }]],
      },
    ]);
  });
});

describe('a search in the help', () => {
  const sections = sectionsOf('# A\nŁóżko dębowe\n# B\n- łóżko\n# C\n| x |\n| - |\n| nic |\n');
  const found = (typed: string) =>
    findSections(sections, termsOf(typed)).map(({ title }) => plainText(title));

  it('finds sections with all words, whatever their case and diacritics', () => {
    expect(found('lozko')).toEqual(['A', 'B']);
    expect(found('LOZKO debowe')).toEqual(['A']);
    expect(found('nic')).toEqual(['C']);
    expect(found('')).toEqual(['A', 'B', 'C']);
    expect(found('zzz')).toEqual([]);
  });

  it('marks what it found in the text as written', () => {
    const marked = (line: string, typed: string) =>
      piecesOf(line, termsOf(typed))
        .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
        .join('');
    expect(marked('Duże Łóżko, łóżka', 'lozk')).toBe('Duże [Łóżk]o, [łóżk]a');
    expect(marked('Größe', 'ss')).toBe('Grö[ß]e');
    expect(marked('aaa', 'aa')).toBe('[aaa]');
    expect(marked('nothing', 'x')).toBe('nothing');
  });
});
