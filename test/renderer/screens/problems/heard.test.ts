import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { page } from '../../hooks.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { CheckingNote } =
  await import('../../../../src/renderer/src/screens/problems/CheckingNote.tsx');
const { Toasts } = await import('../../../../src/renderer/src/ui/Toasts.tsx');

it('a second notice is read alone: an output says all that stands in it again', () => {
  expect(renderToStaticMarkup(createElement(Toasts))).toMatch(/<output [^>]*aria-atomic="false"/);
});

it('how far a check of the catalogue is is shown, and not said with every record', () => {
  const checking = { done: 1_200, total: 8_930 };
  const shown = renderToStaticMarkup(createElement(CheckingNote, { checking }));
  expect(shown).toMatch(/<progress value="1200" max="8930"/);
  expect(shown).not.toMatch(/<output[^>]*>.*<progress/);
});
