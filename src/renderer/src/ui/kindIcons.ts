import { Bolt, Box, createLucideIcon, Layers, PanelTop } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { KindIcon } from '#contract/resources/descriptor.ts';
import { resources } from '#contract/resources/registry.ts';
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

const ICONS: Readonly<Record<KindIcon, LucideIcon>> = {
  wardrobe: Wardrobe,
  bolt: Bolt,
  layers: Layers,
  tape: TapeRoll,
  panel: PanelTop,
  box: Box,
};

/** The icon of each kind. */
export const kindIcons = Object.fromEntries(
  resources.map(({ kind, icon }) => [kind, ICONS[icon]]),
) as Readonly<Record<Kind, LucideIcon>>;
