import * as shape from '../shapes/legs.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Legs, castors and feet. */
export const legs: readonly Family[] = [
  family(
    {
      slug: 'nozka-cokolowa',
      grupa: 'Nóżki i kółka',
      kategoria: 'nóżki',
      podkategoria: 'cokołowe',
      text: 'Nóżka cokołowa z regulacją, nośność 130 kg na sztukę.',
      pack: 100,
      measured: true,
    },
    cross(
      [80, 100, 120, 150].map((h) => ({
        code: `NCO-${h}`,
        name: `Nóżka cokołowa regulowana ${h} mm`,
        size: String(h),
        price: 1.6 + h * 0.012,
        grams: 30 + h * 0.4,
        facts: `wysokość: ${h} mm; regulacja: +20 mm`,
        draw: (c) => shape.plinthFoot(c, h),
      })),
      ['FE', 'WM'],
      ['czarny mat'],
    ),
  ),
  family(
    {
      slug: 'noga-stolowa',
      grupa: 'Nóżki i kółka',
      kategoria: 'nóżki',
      podkategoria: 'stołowe',
      text: 'Noga stołowa stalowa fi 60 mm ze stopką regulowaną.',
      pack: 4,
      pose: (c) => shape.tableLeg(c, 260, 60),
    },
    cross(
      [710, 820, 1100].map((h) => ({
        code: `NST-${h}`,
        name: `Noga stołowa fi 60 ${h} mm`,
        size: String(h),
        price: 18 + h * 0.025,
        grams: h * 1.5,
        facts: `wysokość: ${h} mm; średnica: 60 mm; regulacja: 20 mm`,
        draw: (c) => shape.tableLeg(c, h, 60),
      })),
      ['WM'],
      ['chrom', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'nozka-drewniana',
      grupa: 'Nóżki i kółka',
      kategoria: 'nóżki',
      podkategoria: 'drewniane',
      text: 'Nóżka stożkowa z litego drewna, skośna, z płytką montażową.',
      pack: 4,
    },
    cross(
      [120, 150, 200, 400].map((h) => ({
        code: `NDR-${h}`,
        name: `Nóżka drewniana stożkowa ${h} mm`,
        size: String(h),
        price: 9 + h * 0.05,
        grams: h * 0.9,
        facts: `wysokość: ${h} mm; pochylenie: 8°`,
        draw: (c) => shape.taperedLeg(c, h, 8),
      })),
      ['TV'],
      ['buk', 'dąb'],
    ),
  ),
  family(
    {
      slug: 'kolko',
      grupa: 'Nóżki i kółka',
      kategoria: 'nóżki',
      podkategoria: 'kółka',
      text: 'Kółko skrętne z miękką bieżnią, bezpieczne dla paneli.',
      pack: 20,
    },
    cross(
      [50, 75, 100].flatMap((d) =>
        [false, true].map((brake) => ({
          code: `KOL-${d}${brake ? 'H' : ''}`,
          name: `Kółko meblowe fi ${d} mm ${brake ? 'z hamulcem' : 'bez hamulca'}`,
          size: `${d}${brake ? 'h' : ''}`,
          price: 6 + d * 0.09 + (brake ? 2.5 : 0),
          grams: d * 2.6,
          facts: `średnica: ${d} mm; nośność: ${d - 10} kg`,
          draw: (c: string) => shape.castor(c, d, brake),
        })),
      ),
      ['WM'],
      ['nikiel'],
    ),
  ),
  family(
    {
      slug: 'stopka',
      grupa: 'Nóżki i kółka',
      kategoria: 'nóżki',
      podkategoria: 'stopki',
      accessory: true,
      text: 'Stopka poziomująca z gwintem i sześciokątem.',
      pack: 200,
    },
    cross(
      [6, 8, 10].map((d) => ({
        code: `STO-M${d}`,
        name: `Stopka poziomująca M${d}`,
        size: `m${d}`,
        price: 0.6 + d * 0.11,
        grams: d * 3,
        facts: `gwint: M${d}; długość: 40 mm`,
        draw: (c) => shape.studFoot(c, d, 40),
      })),
      ['FE'],
      ['ocynk'],
    ),
  ),
];
