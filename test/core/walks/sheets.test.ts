import * as fc from 'fast-check';
import { it } from 'vitest';
import { goWalks, PATIENCE } from './goWalks.ts';
import { Bench } from './sheets/bench.ts';
import { Deeds, DEEDS } from './sheets/deeds.ts';

const number = fc.nat(119);
const step = fc.record({
  do: fc.constantFrom(...DEEDS, 'import', 'import', 'import'),
  picks: fc.tuple(number, number, number),
});

it(
  'queues what is in a sheet as it was shown, once, and changes nothing else',
  async () => {
    await goWalks({
      walks: 3,
      least: 5,
      most: 10,
      step,
      go: async (steps, note) => {
        const bench = await Bench.open();
        const deeds = new Deeds(bench);
        for (const each of steps) await deeds.step(each);
        await deeds.send();
        await bench.check();
        await bench.checkSent();
        note(new Map(Object.entries(bench.counts)));
      },
    });
  },
  PATIENCE,
);
