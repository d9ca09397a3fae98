import { expect, it } from 'vitest';
import type { Input } from '#contract/procedures.ts';
import { ReviewController } from '../../../../src/renderer/src/screens/review/walk/walking.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { fakeCore, settle } from '../../support.ts';
import { Records } from '../../walkingRecords.ts';

/** Starts a walk through a review with three flagged records. */
function walkOfFlagged() {
  const records = new Records();
  for (const at of [0, 2, 4]) records.kept[at] = { mark: 'flagged', comment: '', decided: 0 };
  const { client } = fakeCore({
    'review.mark': (input) => records.mark(input as Input<'review.mark'>),
    'review.move': (input) => {
      records.position = (input as Input<'review.move'>).position;
      return records.session();
    },
  });
  followCore(client);
  const walking = new ReviewController(records.session(), () => {}, new Map());
  const approve = async () => {
    walking.show(records.place(walking.state().index));
    walking.ask({ do: 'mark', mark: 'approved' });
    await settle();
  };
  return { records, walking, approve };
}

const flagged = [0, 2, 4].map((index) => ({ index }));

it('a decision in a list of decided records goes on to the next of that list', async () => {
  const { records, walking, approve } = walkOfFlagged();
  walking.list(flagged, false);
  await approve();
  expect(walking.state().index).toBe(2);
  expect(records.position).toBe(2);
  // Each record leaves the list when it is decided; after the last one the list is empty.
  walking.list(flagged.slice(1), false);
  await approve();
  walking.list(flagged.slice(2), false);
  await approve();
  expect(walking.state().index).toBe(4);
  expect(records.kept.map(({ mark }) => mark)).toEqual([
    'approved',
    null,
    'approved',
    null,
    'approved',
    null,
  ]);
});

it('such a decision waits until it is known which list that is', async () => {
  const { records, walking, approve } = walkOfFlagged();
  walking.list(null, false);
  await approve();
  expect(records.kept[0]?.decided).toBe(0);
  walking.list(flagged, false);
  await settle();
  expect(records.kept[0]?.decided).toBe(1);
  expect(walking.state().index).toBe(2);
});
