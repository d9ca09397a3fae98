import * as fc from 'fast-check';
import { it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { goWalks, PATIENCE } from '../../walks/goWalks.ts';
import { killable } from './walk/killable.ts';
import { DEEDS, Walk } from './walk/walk.ts';

const number = fc.nat(4095);

it(
  'keeps what is typed and chosen in plans, and sends each of it once, whatever is done in between',
  async () => {
    await goWalks({
      walks: 5,
      least: 10,
      most: 20,
      step: fc.tuple(fc.nat(DEEDS - 1), number, number),
      go: async (steps) => {
        const { disk, kill } = killable();
        const desk = await openDesk({}, disk);
        const walk = new Walk(desk, kill);
        try {
          for (const step of steps) await walk.step(step);
          await walk.finish();
        } catch (thrown) {
          throw new Error(walk.trace.join('\n'), { cause: thrown });
        } finally {
          await desk.core.close();
        }
      },
    });
  },
  PATIENCE,
);
