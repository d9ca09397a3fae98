import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, sendAll, SETTLE } from '../../../support/editing.ts';
import { ask, change, expectAsked, held, price, showOnce } from './behindDesk.ts';

const HOUR = 3_600_000;
const setAhead = (desk: TestWorkstation) => desk.clock.set(desk.clock.now() + HOUR);

describe('what another hand has changed and a Refresh has shown', () => {
  it.each([
    ['a change that was made before', 'change', {}, () => {}],
    ['a removal that was asked for before', 'removal', {}, () => {}],
    ['one where the copy shows what was there in between', 'change', { name: 'Between' }, () => {}],
    ['one behind a clock that was set ahead', 'change', {}, setAhead],
    [
      'one of a program that was started anew, with the clock set ahead',
      'change',
      {},
      async (desk: TestWorkstation) => {
        await desk.restart();
        setAhead(desk);
      },
    ],
  ] as const)(
    'is not gone over where a copy that is behind hides it again: by %s',
    async (_, what, shown, meanwhile) => {
      const desk = await openDesk();
      await ask(desk, what);
      showOnce(desk, { ...held(desk), ...shown });
      change(desk, { price: '9.20' });
      await desk.pull();
      await meanwhile(desk);
      expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
      await sendAll(desk);
      await expectAsked(desk);
    },
  );
});

describe('what another hand has changed, a Refresh has shown, and the next one has hidden again', () => {
  it.each([
    ['change', {}],
    ['removal', {}],
    // Also where the copy knows of one of two changes.
    ['change', { name: 'Theirs' }],
  ] as const)('is not gone over by a %s', async (what, known) => {
    const desk = await openDesk();
    const behind = { ...held(desk), ...known };
    await ask(desk, what);
    change(desk, { ...known, price: '9.20' });
    await desk.pull();
    change(desk, behind);
    await desk.pull();
    change(desk, { price: '9.20' });
    showOnce(desk, behind);
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 1 });
    await sendAll(desk);
    await expectAsked(desk);
  });
});

describe('what another hand has changed over a change of ours that seemed not to be kept', () => {
  it.each([false, true])(
    'is not gone over where it was shown and hidden again (program started anew: %s)',
    async (anew) => {
      const desk = await openDesk();
      await edit(desk, { price: '9.50' });
      // A lagging replica answers the read-after-write check without the change.
      showOnce(desk, held(desk), { nth: 2 });
      await desk.push();
      await edit(desk, { price: '9.60' });
      const behind = held(desk);
      expect(price(desk)).toBe(9.5);
      desk.clock.advance(2 * SETTLE);
      change(desk, { price: '9.20' });
      await desk.pull();
      change(desk, behind);
      await desk.pull();
      change(desk, { price: '9.20' });
      if (anew) await desk.restart();
      showOnce(desk, behind);
      await desk.push();
      await sendAll(desk);
      await expectAsked(desk);
    },
  );
});

describe('what others did while the computer slept', () => {
  it.each(['change', 'removal'] as const)(
    'is not gone over by a %s behind a read of before',
    async (what) => {
      const desk = await openDesk();
      await ask(desk, what);
      desk.service.addFault({
        on: { method: 'GET', path: `/adminapi/fittings/${idOf(desk, 'ZAW-110')}` },
        nth: 1,
        kind: 'hook',
        hook: (phase) => {
          if (phase === 'before') return;
          desk.clock.advance(8 * HOUR);
          change(desk, { price: '9.20' });
        },
      });
      await desk.push();
      await sendAll(desk);
      await expectAsked(desk);
    },
  );
});
