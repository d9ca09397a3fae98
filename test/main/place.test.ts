import { describe, expect, it } from 'vitest';
import { placeOn, smallestOn } from '../../src/main/place.ts';
import type { Screens } from '../../src/main/place.ts';

const desk = { x: 0, y: 0, width: 1920, height: 1040 };
/** Full HD at 150 %, the usual setting of a Windows laptop, without its taskbar. */
const laptop = { x: 0, y: 0, width: 1280, height: 672 };
const above = { x: 0, y: -1080, width: 1920, height: 1040 };
const beside = { x: 1920, y: 0, width: 1280, height: 672 };

const on = (...[primary, ...others]: [Screens['primary'], ...Screens['all']]): Screens => ({
  primary,
  all: [primary, ...others],
});

describe('the place of the window', () => {
  it.each([
    ['as it was left', on(desk), { x: 300, y: 20, width: 1360, height: 860 }],
    ['across two screens', on(desk, beside), { x: 700, y: 0, width: 2400, height: 1000 }],
    ['on the other screen', on(desk, beside), { x: 1950, y: 10, width: 1200, height: 650 }],
  ])('stays %s', (_name, screens, kept) => {
    expect(placeOn(screens, kept)).toEqual(kept);
  });

  it.each([
    [
      'shrinks to the screen of a laptop that was taken from its desk',
      { x: 0, y: 0, width: 1900, height: 1000 },
      laptop,
    ],
    [
      'is moved so far that its buttons and its foot are seen',
      { x: 400, y: 200, width: 1100, height: 600 },
      { x: 180, y: 72, width: 1100, height: 600 },
    ],
    [
      'comes down from a screen above that is gone, with its title bar',
      { x: 100, y: -60, width: 1100, height: 600 },
      { x: 100, y: 0, width: 1100, height: 600 },
    ],
    [
      'is where the system puts it, not larger than the screen, when no screen shows it',
      { x: 2500, y: 0, width: 1900, height: 1000 },
      { width: 1280, height: 672 },
    ],
  ])('%s', (_name, kept, place) => {
    expect(placeOn(on(laptop), kept)).toEqual(place);
  });

  it('is on a screen above the first as well', () => {
    const kept = { x: 10, y: -1000, width: 1360, height: 860 };
    expect(placeOn(on(desk, above), kept)).toEqual(kept);
  });

  it('fits the screen at the very first start, and can be made so small', () => {
    expect(placeOn(on(desk), null)).toEqual({ width: 1360, height: 860 });
    expect(placeOn(on(laptop, desk), null)).toEqual({ width: 1280, height: 672 });
    expect(smallestOn(on(desk))).toEqual({ minWidth: 1024, minHeight: 700 });
    // A window moved there from the desk screen fits too.
    expect(smallestOn(on(desk, laptop))).toEqual({ minWidth: 1024, minHeight: 672 });
  });
});
