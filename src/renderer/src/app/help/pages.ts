import type { Language } from '../../i18n/locale.ts';
import { inlinesOf, plainText, sectionsOf } from './markdown.ts';
import type { Block, Inline, Section } from './markdown.ts';

export type HelpPage = 'manual' | 'news';

/** Loads a page of the help in the language of the window. */
export async function loadPage(page: HelpPage, language: Language): Promise<readonly Section[]> {
  if (page === 'news') {
    const { default: text } =
      language === 'pl'
        ? await import('../../../../../CHANGELOG.pl.md?raw')
        : await import('../../../../../CHANGELOG.md?raw');
    return newsOf(text);
  }
  const { default: text } =
    language === 'pl'
      ? await import('../../../../../docs/administrators.pl.md?raw')
      : await import('../../../../../docs/administrators.en.md?raw');
  return sectionsOf(text).filter(({ id }) => !CONTENTS.has(id));
}

/** The section of each manual that lists the headings, which the help shows beside the text. */
const CONTENTS: ReadonlySet<string> = new Set(['contents', 'spis-treści']);

/** Returns the versions of a changelog; the area before the colon of an entry is emphasized. */
export function newsOf(changelog: string): readonly Section[] {
  return sectionsOf(changelog)
    .filter(({ level }) => level > 1)
    .map((section) => ({ ...section, blocks: section.blocks.map(withAreas) }));
}

function withAreas(block: Block): Block {
  if (block.type !== 'list') return block;
  return { ...block, items: block.items.map((item) => item.map(withArea)) };
}

function withArea(block: Block): Block {
  const [first, ...rest] = block.type === 'paragraph' ? block.of : [];
  if (block.type !== 'paragraph' || first?.type !== 'text') return block;
  const [, area, text] = /^([^:.]{1,40}:)(\s.*)$/s.exec(first.text) ?? [];
  if (area === undefined || text === undefined) return block;
  const strong: Inline = { type: 'strong', of: inlinesOf(area) };
  return { ...block, of: [strong, { type: 'text', text }, ...rest] };
}

/** Returns the headings of a page for its contents: two levels below its title. */
export function contentsOf(sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ level, title }) => level > 1 && level < 4 && plainText(title) !== '');
}
