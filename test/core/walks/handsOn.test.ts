import * as fc from 'fast-check';
import { it } from 'vitest';
import { goWalks, PATIENCE } from './goWalks.ts';
import { DEEDS, take } from './hands/deeds.ts';
import { Hands } from './hands/hands.ts';
import { end } from './hands/sending.ts';

const OFTEN = [
  'edit',
  'bulk',
  'paste',
  'undo',
  'undoAny',
  'push',
  'theirs',
  'pull',
  'mark',
] as const;

const number = fc.nat(119);
const step = fc.record({
  do: fc.constantFrom(...DEEDS, ...OFTEN, ...OFTEN),
  a: number,
  b: number,
  c: number,
});

it(
  'queues what a person does by hand as it was meant, takes it back as it was done, and sends it once',
  async () => {
    await goWalks({
      walks: 12,
      least: 7,
      most: 14,
      step,
      go: async (steps, note) => {
        const hands = await Hands.open();
        try {
          for (const each of steps) await take(hands, each);
          await end(hands);
        } finally {
          note(hands.counts);
          await hands.desk.core.close();
        }
      },
    });
  },
  PATIENCE,
);
