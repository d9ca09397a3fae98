import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { page } from '../hooks.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { lookOf } = await import('../../../src/renderer/src/changesets/preview/look.ts');
const { ChangesetTable } =
  await import('../../../src/renderer/src/changesets/preview/ChangesetTable.tsx');

const counts = { new: 0, changed: 2, same: 0, kept: 0, error: 0, ticked: 2, partly: 0, warned: 0 };
const PLAN: Changeset = {
  plan: 'p1',
  kind: 'fittings',
  label: { code: 'paste', kind: 'fittings', count: 2, params: {} },
  state: 'ready',
  counts,
};

/** Returns the table of a plan without any loaded row. */
function tableOf(total: number | null, queued = false): string {
  const rows = { total, error: null, at: () => undefined, here: () => [] };
  const nothing = () => {};
  const acts = { setFilter: nothing, want: nothing, tick: nothing, tickShown: nothing };
  const reread = () => Promise.resolve();
  const state = { plan: PLAN, counts, queued, filter: null, rows, error: null, reread, ...acts };
  return renderToStaticMarkup(
    createElement(ChangesetTable, { state, look: lookOf(PLAN), label: 'Rows' }),
  );
}

it.each([
  ['the row in hand is scrolled away', 500],
  ['there are no rows', 0],
])('Tab leads into the table where %s', (_where, total) => {
  expect(tableOf(total)).toMatch(/<div role="grid"[^>]* tabindex="0"/);
});

it('the ticks of a plan that was queued cannot be pressed', () => {
  expect(tableOf(0)).toMatch(/<input type="checkbox"(?![^>]*disabled)/);
  expect(tableOf(0, true)).toMatch(/<input type="checkbox"[^>]* disabled/);
});
