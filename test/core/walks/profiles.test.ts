import fs from 'node:fs';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { tempFolder } from '#test/support/tempFolder.ts';
import { goWalks, PATIENCE } from './goWalks.ts';
import { openStation } from './profiles/station.ts';
import { ACTS, Walk } from './profiles/walk.ts';

const OFTEN = ['create', 'edit', 'push', 'push', 'switch', 'during', 'during', 'wait'] as const;
const step = fc.record({ act: fc.constantFrom(...ACTS, ...OFTEN), n: fc.nat(63) });

it(
  'keeps the work of every profile its own, whatever is done in between',
  async () => {
    await goWalks({
      walks: 3,
      least: 6,
      most: 30,
      step,
      go: async (steps, note) => {
        const folder = fs.mkdtempSync(`${tempFolder()}/walk-`);
        const station = await openStation(folder);
        const walk = new Walk(station, folder);
        try {
          await walk.run(steps);
        } finally {
          note(walk.counts);
          await station.close();
          fs.rmSync(folder, { recursive: true, force: true });
        }
      },
    });
  },
  PATIENCE,
);
