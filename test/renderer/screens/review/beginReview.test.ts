import { expect, it, vi } from 'vitest';
import { page } from '../../hooks.ts';
import { fakeCore } from '../../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { beginReview, reviewView } =
  await import('../../../../src/renderer/src/screens/review/reviewView.ts');

const SOURCE = { from: 'problems', filter: {} } as const;

it('a review that is asked for twice while it is being made is one, and another is another', async () => {
  let made = 0;
  const core = fakeCore({
    'review.start': () => ({
      session: `s${++made}`,
      name: 'Problems',
      source: SOURCE,
      total: 0,
      position: 0,
      approved: 0,
      flagged: 0,
      skipped: 0,
      createdAt: 0,
      updatedAt: 0,
    }),
  });
  followCore(core.client);
  await Promise.all([beginReview('Problems', SOURCE), beginReview('Problems', SOURCE)]);
  expect(made).toBe(1);
  expect(reviewView.getState().session).toBe('s1');
  await beginReview('Problems', SOURCE);
  expect(reviewView.getState().session).toBe('s2');
});
