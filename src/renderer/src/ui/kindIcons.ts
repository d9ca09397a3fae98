import { Bolt, createLucideIcon, Layers } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Kind } from '#contract/resources/resource.ts';

const Wardrobe = createLucideIcon('wardrobe', [
  ['rect', { x: 4, y: 3, width: 16, height: 17, rx: 1.5, key: 'body' }],
  ['path', { d: 'M12 3v17M9.5 10.5v3M14.5 10.5v3M6.5 20v1.5M17.5 20v1.5', key: 'doors' }],
]);
const TapeRoll = createLucideIcon('tape-roll', [
  ['circle', { cx: 10.5, cy: 11.5, r: 7.5, key: 'roll' }],
  ['circle', { cx: 10.5, cy: 11.5, r: 2.5, key: 'core' }],
  ['path', { d: 'M10.5 19H22', key: 'end' }],
]);

/** The icon of each kind. */
export const kindIcons: Readonly<Record<Kind, LucideIcon>> = {
  products: Wardrobe,
  fittings: Bolt,
  materials: Layers,
  'edge-bands': TapeRoll,
};
