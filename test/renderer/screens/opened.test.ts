import { expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { isHome } from '../../../src/renderer/src/screens/opened.ts';

it('leads back to the list without a piece of work, or when it was removed', () => {
  expect(isHome(null, null)).toBe(true);
  expect(isHome('a', new AppError('not-found', 'removed'))).toBe(true);
});

it('never takes one that cannot be read now for one that was removed', () => {
  expect(isHome('a', null)).toBe(false);
  for (const code of ['disconnected', 'busy', 'internal', 'damaged'] as const)
    expect(isHome('a', new AppError(code, 'not now'))).toBe(false);
});
