import fs from 'node:fs';
import { expect, it } from 'vitest';

/** Returns the rule of a style sheet for a class or an element alone. */
function styleOf(file: string, selector: string): string {
  const url = new URL(`../../src/renderer/src/${file}`, import.meta.url);
  const css = fs.readFileSync(url, 'utf8');
  const start = css.indexOf(`\n${selector} {`);
  return start < 0 ? '' : css.slice(start, css.indexOf('}', start));
}

// A name has up to four thousand letters and may contain no space.
it.each([
  ['ui/toasts.css', '.toast-text'],
  ['state/theme/mantine.css', '.mantine-Modal-title'],
])('a name of any length leaves the buttons beside it within reach: %s %s', (file, selector) => {
  const look = styleOf(file, selector);
  for (const rule of ['min-width: 0', 'max-height', 'overflow: auto', 'overflow-wrap: anywhere'])
    expect(look).toContain(rule);
});

it('a word that is longer than its line is broken in every part of the window', () => {
  expect(styleOf('state/theme/base.css', 'body')).toContain('overflow-wrap: break-word');
});
