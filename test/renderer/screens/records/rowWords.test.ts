import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { en } from '../../../../src/renderer/src/i18n/texts.ts';
import { useRowWords } from '../../../../src/renderer/src/screens/records/grid/rowWords.ts';

function Words({ name }: { readonly name: string }) {
  const { select, open } = useRowWords();
  return `${select(name)}|${open(name)}`;
}

/** Returns the English names of a row's controls. */
function wordsFor(name: string): readonly string[] {
  const i18n = createInstance();
  void i18n.init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } });
  const page = createElement(I18nextProvider, { i18n }, createElement(Words, { name }));
  return renderToStaticMarkup(page).split('|');
}

it.each(['ZAW-1', 'A$$1', '5 $` 6', '{{name}}', '$t(common.yes)'])(
  'a row is named as its record is, whatever signs are in the name: %s',
  (name) => {
    const words = wordsFor(name);
    expect(words).toHaveLength(2);
    for (const text of words) expect(text).toContain(name);
  },
);
