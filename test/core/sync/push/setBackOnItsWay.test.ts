import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, only, sendAll, SETTLE } from '../../../support/editing.ts';

const HOUR = 3_600_000;
const on = { method: 'PATCH' };

const left = async (desk: TestWorkstation) =>
  ((await only(desk)).nextAt ?? Infinity) - desk.clock.now();

describe('a change of which no answer comes', () => {
  it.each([HOUR, 365 * 24 * HOUR])(
    'is looked for soon where the clock was set back by %i while it was on its way',
    async (by) => {
      const desk = await openDesk();
      await edit(desk, { price: '9.20' });
      desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
      desk.service.addFault({
        on,
        nth: 1,
        kind: 'hook',
        hook: (phase) => {
          if (phase === 'before') desk.clock.set(desk.clock.now() - by);
        },
      });
      expect(await desk.push()).toMatchObject({ unknown: 1 });
      expect(await left(desk)).toBeLessThanOrEqual(SETTLE);
      await sendAll(desk);
      expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    },
  );

  it.each([HOUR, 365 * 24 * HOUR])(
    'is looked for soon where a person asks for that and the clock was set back by %i since',
    async (by) => {
      const desk = await openDesk();
      await edit(desk, { price: '9.20' });
      desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
      expect(await desk.push()).toMatchObject({ unknown: 1 });
      desk.clock.set(desk.clock.now() - by);
      await desk.call('outbox.retry', { operation: (await only(desk)).id });
      expect(await left(desk)).toBeLessThanOrEqual(SETTLE);
    },
  );
});
