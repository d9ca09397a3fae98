import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { NoElement, page, useIn } from '../../hooks.ts';
import { fakeCore, settle } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { PlaceProblems } =
  await import('../../../../src/renderer/src/screens/review/walk/PlaceProblems.tsx');

afterAll(() => vi.unstubAllGlobals());

it('a record under review does not look faultless where its problems cannot be read', async () => {
  const core = fakeCore({
    'problems.list': () => {
      throw new AppError('disk-failed', 'The disk is away.');
    },
  });
  followCore(core.client);
  const shown = await useIn(PlaceProblems, { kind: 'fittings', id: 'r1' });
  await settle();
  expect(renderToStaticMarkup(shown.now())).toContain('errors.disk-failed.title');
});
