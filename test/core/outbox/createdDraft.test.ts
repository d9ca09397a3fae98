import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';

const DRAFT = { typed: { kod: 'NEW-1', name: 'Typed' } };
const NEW = { kind: 'fittings', values: { kod: 'NEW-1', name: 'Typed' } } as const;

// A computer that stops behind the creation would offer its draft again, and a product has no code to be known by.
it('a creation and the end of its draft are one', async () => {
  const desk = await openDesk();
  await desk.call('drafts.set', { key: 'new:fittings', draft: DRAFT });
  await desk.call('drafts.set', { key: 'new:products', draft: DRAFT });
  await desk.call('records.create', { ...NEW, files: [], draft: 'new:fittings' });
  expect(await desk.call('drafts.get', { key: 'new:fittings' })).toEqual({ draft: null });
  expect(await desk.call('drafts.get', { key: 'new:products' })).toEqual({ draft: DRAFT });
});

it('the draft of a creation that could not be queued stays', async () => {
  const desk = await openDesk();
  await desk.call('drafts.set', { key: 'new:fittings', draft: DRAFT });
  const files = [{ field: 'images', file: 'not-there' }];
  await expect(
    desk.call('records.create', { ...NEW, files, draft: 'new:fittings' }),
  ).rejects.toThrow();
  expect(await desk.call('drafts.get', { key: 'new:fittings' })).toEqual({ draft: DRAFT });
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
});
