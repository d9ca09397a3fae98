import * as fc from 'fast-check';
import { it } from 'vitest';
import { CACHE_DEEDS, walkCache } from './decided/cache.ts';
import { DEEDS, walk } from './decided/walk.ts';
import { goWalks, PATIENCE } from './goWalks.ts';

const OFTEN = [
  'edit',
  'clash',
  'clash',
  'settle',
  'settle',
  'push',
  'act',
  'undo',
  'calm',
] as const;
const number = fc.nat(59);
const step = fc.record({
  do: fc.constantFrom(...DEEDS, ...OFTEN, ...OFTEN),
  a: number,
  b: number,
  c: number,
});

it(
  'brings to the service what a person decides about pictures by hand, and nothing else',
  async () => {
    await goWalks({
      walks: 8,
      least: 5,
      most: 22,
      step,
      go: async (steps, note) => {
        const counts = new Map<string, number>();
        await walk(steps, counts);
        note(counts);
      },
    });
  },
  PATIENCE,
);

const cacheStep = fc.record({ do: fc.constantFrom(...CACHE_DEEDS, 'want', 'budget'), a: number });

it(
  'keeps of pictures what the service has or what somebody needs, and asks no other for them',
  async () => {
    await goWalks({
      walks: 8,
      least: 5,
      most: 25,
      step: cacheStep,
      go: async (steps, note) => {
        const counts = new Map<string, number>();
        await walkCache(steps, counts);
        note(counts);
      },
    });
  },
  PATIENCE,
);
