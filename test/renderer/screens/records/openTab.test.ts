import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Tabs } from '../../../../src/renderer/src/screens/records/panel/Tabs.tsx';

/**
 * Returns the tabs that are selected and reachable by Tab.
 *
 * `files` is null for a kind without files.
 */
function chosen(files: number | null): readonly (string | undefined)[] {
  const page = renderToStaticMarkup(
    createElement(Tabs, { tab: 'files', files, users: null, onTab: () => {} }),
  );
  return [...page.matchAll(/id="record-tab-(\w+)" aria-selected="true"[^>]* tabindex="0"/g)].map(
    ([, tab]) => tab,
  );
}

it('a record without files has its details open where the files of another were looked at', () => {
  expect(chosen(3)).toEqual(['files']);
  expect(chosen(null)).toEqual(['details']);
});
