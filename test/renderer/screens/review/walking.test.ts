import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import { ReviewController } from '../../../../src/renderer/src/screens/review/walk/walking.ts';
import type { Notes, Step } from '../../../../src/renderer/src/screens/review/walk/walking.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { fakeCore, settle } from '../../support.ts';
import type { FakeCore } from '../../support.ts';
import { Records, TOTAL } from '../../walkingRecords.ts';

const NEXT: Step = { do: 'step', by: 1 };
const BEFORE: Step = { do: 'step', by: -1 };
const APPROVE: Step = { do: 'mark', mark: 'approved' };
const FLAG: Step = { do: 'mark', mark: 'flagged' };

let records: Records;
let walking: ReviewController;
let opened: string[];
let core: FakeCore;
let notes: Notes;

const open = () => new ReviewController(records.session(), (_kind, id) => opened.push(id), notes);
const items = Array.from({ length: TOTAL }, (_, index) => ({ index }));
const marks = () => records.kept.map(({ mark }) => mark);
const index = () => walking.state().index;

/** Simulates a drawn frame with the current record of the walk. */
async function draw(): Promise<void> {
  await settle();
  walking.show(records.place(index()));
  await settle();
}

beforeEach(() => {
  records = new Records();
  opened = [];
  notes = new Map();
  core = fakeCore({
    'review.mark': (input) => records.mark(input as Input<'review.mark'>),
    'review.move': (input) => {
      records.position = (input as Input<'review.move'>).position;
      return records.session();
    },
    'review.place': (input) => ({
      ...records.place((input as Input<'review.place'>).index),
      record: null,
      last: null,
      changes: [],
    }),
  });
  followCore(core.client);
  walking = open();
  walking.list(items);
});

describe('steps pressed in one burst', () => {
  it('are each taken, at once', async () => {
    for (let pressed = 0; pressed < 4; pressed += 1) walking.ask(NEXT);
    expect(index()).toBe(4);
    walking.ask(BEFORE);
    walking.ask(BEFORE);
    expect(index()).toBe(2);
    await settle();
    expect(records.position).toBe(2);
  });

  it('wait for the list, and go no further than it does', () => {
    walking.list(null);
    walking.ask(NEXT);
    walking.ask(NEXT);
    expect(index()).toBe(0);
    walking.list(items);
    expect(index()).toBe(2);
    for (let pressed = 0; pressed < 9; pressed += 1) walking.ask(NEXT);
    expect(index()).toBe(TOTAL - 1);
  });
});

describe('decisions pressed in one burst', () => {
  it('land each on the record that it leads to, once that has been on the screen', async () => {
    await draw();
    walking.ask(APPROVE);
    walking.ask(APPROVE);
    await settle();
    expect(marks()).toEqual(['approved', null, null, null, null, null]);
    expect(index()).toBe(1);
    await draw();
    expect(marks()).toEqual(['approved', 'approved', null, null, null, null]);
    expect(records.kept.map(({ decided }) => decided)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(index()).toBe(2);
  });

  it('never land on a record that was not on the screen', async () => {
    walking.ask(NEXT);
    walking.ask(APPROVE);
    // The late frame shows the previous record.
    walking.show(records.place(0));
    await settle();
    expect(marks()).toEqual(Array.from({ length: TOTAL }, () => null));
    await draw();
    expect(marks()).toEqual([null, 'approved', null, null, null, null]);
  });

  it('keep their order with the steps between them', async () => {
    await draw();
    walking.ask(APPROVE);
    walking.ask(NEXT);
    walking.ask(FLAG);
    await draw();
    expect(marks()).toEqual(['approved', null, 'flagged', null, null, null]);
    expect(index()).toBe(3);
  });

  it('are not taken up again after one that could not be made', async () => {
    await draw();
    records.fault = new AppError('state', 'The disk is full.');
    walking.ask(APPROVE);
    walking.ask(NEXT);
    walking.ask(APPROVE);
    await settle();
    expect(walking.state()).toMatchObject({ index: 0, error: { message: 'The disk is full.' } });
    records.fault = null;
    await draw();
    expect(marks()).toEqual(Array.from({ length: TOTAL }, () => null));
    walking.ask(APPROVE);
    expect(walking.state().error).toBeNull();
    await settle();
    expect(marks()[0]).toBe('approved');
  });

  it('are forgotten when the record cannot be read, or the walk is left, or nothing is listed', async () => {
    const none = Array.from({ length: TOTAL }, () => null);
    walking.ask(APPROVE);
    walking.refuse();
    await draw();
    walking.ask(NEXT);
    walking.ask(APPROVE);
    walking.present(false);
    await draw();
    walking.present(true);
    walking.list([]);
    walking.ask(APPROVE);
    await draw();
    walking.list(items);
    await draw();
    expect(marks()).toEqual(none);
  });

  it('open the record that was shown', async () => {
    await draw();
    walking.ask(NEXT);
    walking.ask({ do: 'edit' });
    expect(opened).toEqual([]);
    await draw();
    expect(opened).toEqual(['band-1']);
    expect(walking.state().editing).toBe('band-1');
    walking.ask(NEXT);
    expect(walking.state().editing).toBeNull();
  });
});

describe('a comment', () => {
  it('written while the decision before is on its way is for the record that it leads to', async () => {
    await draw();
    const answer = records.hold();
    walking.ask(APPROVE);
    walking.write();
    walking.type('Too');
    walking.type('Too dark');
    walking.ask(FLAG);
    answer();
    await draw();
    expect(records.kept[0]).toEqual({ mark: 'approved', comment: '', decided: 1 });
    expect(records.kept[1]).toEqual({ mark: 'flagged', comment: 'Too dark', decided: 1 });
    expect(walking.state()).toMatchObject({ index: 2, text: null });
  });

  it('stands behind the one that the record has already', async () => {
    records.kept.splice(1, 1, { mark: null, comment: 'Ask.', decided: 0 });
    await draw();
    const answer = records.hold();
    walking.ask(APPROVE);
    walking.write();
    walking.type('Twice.');
    answer();
    await settle();
    expect(walking.state().text).toBe('Ask. Twice.');
    walking.keep();
    await settle();
    expect(records.kept[1]).toMatchObject({ mark: null, comment: 'Ask. Twice.' });
  });

  it('stays with its record when the person goes on', async () => {
    await draw();
    walking.write();
    walking.type('Ask the supplier');
    walking.keep();
    walking.ask(NEXT);
    await settle();
    expect(walking.state()).toMatchObject({ index: 1, text: null });
    expect(records.kept.map(({ comment }) => comment)).toEqual([
      'Ask the supplier',
      '',
      '',
      '',
      '',
      '',
    ]);
  });

  it('is kept on disk when the walk is left, whatever was waiting', async () => {
    await draw();
    const answer = records.hold();
    walking.ask(APPROVE);
    walking.ask(APPROVE);
    walking.write();
    walking.type('Ask');
    walking.present(false);
    answer();
    await settle();
    expect(records.kept[1]).toEqual({ mark: null, comment: 'Ask', decided: 0 });
  });

  it('stays in its box when it cannot be kept, and is kept with the next', async () => {
    await draw();
    walking.type('Ask');
    records.fault = new AppError('state', 'The disk is full.');
    walking.keep();
    await settle();
    expect(walking.state()).toMatchObject({ text: 'Ask', error: { code: 'state' } });
    records.fault = null;
    walking.ask(NEXT);
    walking.keep();
    await settle();
    expect(records.kept[0]?.comment).toBe('Ask');
  });

  it('that another window has written since is shown and stays', async () => {
    walking.read(records.place(0));
    walking.type('Too dark');
    walking.keep();
    await settle();
    // This answer was requested before the comment was saved and arrives after it.
    walking.read({ index: 0, comment: '' });
    expect(walking.state().text).toBe('Too dark');
    records.kept[0] = { mark: null, comment: 'Too dark on the left', decided: 0 };
    walking.read(records.place(0));
    expect(walking.state().text).toBeNull();
    walking.show(records.place(0));
    walking.ask(FLAG);
    await settle();
    expect(records.kept[0]).toMatchObject({ mark: 'flagged', comment: 'Too dark on the left' });
  });

  it('that is being written here is not taken away by another window', () => {
    walking.read(records.place(0));
    walking.type('Too dark');
    walking.read({ index: 0, comment: 'Ask' });
    expect(walking.state().text).toBe('Too dark');
  });

  it('for a place that was never come to stays in sight and is not given to another by itself', async () => {
    await draw();
    const answer = records.hold();
    records.fault = new AppError('state', 'The disk is full.');
    walking.ask(APPROVE);
    walking.write();
    walking.type('Too dark');
    walking.ask(FLAG);
    answer();
    await settle();
    expect(walking.state()).toMatchObject({ index: 0, text: 'Too dark', error: { code: 'state' } });
    expect(records.kept[0]).toEqual({ mark: null, comment: '', decided: 0 });
  });

  it('is told at once by a window that is closed, once, whatever is on its way', async () => {
    await draw();
    const answer = records.hold();
    walking.type('Ask');
    walking.keep();
    walking.closeWindow();
    await settle();
    expect(core.calls).toEqual(['review.mark']);
    walking.type('Ask the supplier');
    walking.closeWindow();
    await settle();
    expect(core.calls).toEqual(['review.mark', 'review.mark']);
    answer();
    await settle();
    expect(records.kept[0]?.comment).toBe('Ask the supplier');
  });

  it('is kept with the next connection where Cabinet did not answer', async () => {
    await draw();
    records.fault = new AppError('disconnected', 'The core is being started again.');
    walking.type('Ask');
    walking.keep();
    await settle();
    records.fault = null;
    core.reconnect();
    await settle();
    expect(records.kept[0]?.comment).toBe('Ask');
    expect(walking.state()).toMatchObject({ text: 'Ask', error: null });
  });

  it('is so too where the review was left meanwhile, and is in its box when that is opened again', async () => {
    await draw();
    records.fault = new AppError('disconnected', 'The core is being started again.');
    walking.type('Ask');
    walking.present(false);
    await settle();
    expect(open().state().text).toBe('Ask');
    records.fault = null;
    core.reconnect();
    await settle();
    expect(records.kept[0]?.comment).toBe('Ask');
  });
});
