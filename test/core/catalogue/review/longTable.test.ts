import { expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const MANY = 2000;
const [FITTING] = SEED.fittings;

async function longReview(): Promise<{ desk: TestWorkstation; session: string }> {
  const kodOf = (at: number) => `F-${String(at).padStart(5, '0')}`;
  const fittings = Array.from({ length: MANY }, (_, at) => ({ ...FITTING, kod: kodOf(at) }));
  const desk = await openDesk({ seed: { ...SEED, fittings } });
  const source = { from: 'query', query: { kind: 'fittings' } } as const;
  return { desk, session: (await desk.call('review.start', { name: 'all', source })).session };
}

/** How often others had their turn while something was done. */
async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work().finally(() => (isOver = true));
  return turns;
}

const asJson = (desk: TestWorkstation, session: string) =>
  desk.call('review.export', { session, as: { format: 'json' }, to: `${desk.folder}/a.json` });

it('the marks of a long review are read in slices, between which others have their turn', async () => {
  const { desk, session } = await longReview();
  await desk.call('review.mark', { session, index: MANY - 1, mark: 'flagged' });
  const turns = await turnsWhile(async () => {
    expect((await asJson(desk, session)).rows).toBe(MANY);
  });
  expect(turns).toBeGreaterThan(MANY / 100);
  const { rows } = await desk.call('review.table', { session });
  expect(new Set(rows.map(([, id]) => id)).size).toBe(MANY);
  expect(rows.at(-1)?.[4]).toBe('flagged');
});

it('a review that is removed while its marks are read is not written in part', async () => {
  const { desk, session } = await longReview();
  const written = asJson(desk, session);
  await desk.call('review.remove', { session });
  await expect(written).rejects.toMatchObject({ code: 'not-found' });
});
