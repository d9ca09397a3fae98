import { handles } from './handles.ts';
import { hinges } from './hinges.ts';
import { joints } from './joints.ts';
import { legs } from './legs.ts';
import { lifts } from './lifts.ts';
import { lights } from './lights.ts';
import { locks } from './locks.ts';
import { slides } from './slides.ts';
import { sliding } from './sliding.ts';
import { storage } from './storage.ts';
import { supports } from './supports.ts';
import type { Family } from './family.ts';

/** Every family of fittings in catalogue order. */
export const families: readonly Family[] = [
  ...hinges,
  ...slides,
  ...handles,
  ...legs,
  ...joints,
  ...lifts,
  ...lights,
  ...storage,
  ...locks,
  ...supports,
  ...sliding,
];
