import { expect, it, vi } from 'vitest';
import type { SavedView } from '#contract/procedures.ts';
import { page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { useViews } = await import('../../../../src/renderer/src/screens/records/state/useViews.ts');

it('views that were saved in another window are there for who comes back to this one', async () => {
  const views: SavedView[] = [];
  const core = fakeCore({ 'views.list': () => ({ views }) });
  followCore(core.client);
  const shown = await useIn(useViews, 'fittings');
  expect(shown.now().data?.views).toEqual([]);
  views.push({ name: 'Hinges', body: {} });
  page.dispatchEvent(new Event('focus'));
  await settle();
  expect(shown.now().data?.views.map(({ name }) => name)).toEqual(['Hinges']);
});
