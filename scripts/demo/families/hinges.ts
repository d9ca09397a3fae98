import * as shape from '../shapes/hinges.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

const mounts = [
  { key: '', word: 'nakładany', crank: 0 },
  { key: 'B', word: 'bliźniaczy', crank: 7 },
  { key: 'W', word: 'wpuszczany', crank: 12 },
] as const;

/** Hinges and their plates. */
export const hinges: readonly Family[] = [
  family(
    {
      slug: 'zawias-puszkowy',
      grupa: 'Okucia drzwiowe',
      kategoria: 'zawiasy',
      podkategoria: 'puszkowe',
      text: 'Zawias puszkowy 35 mm z wbudowanym hamulcem i regulacją w trzech płaszczyznach.',
      pack: 50,
      goesWith: ['prowadnik'],
      measured: true,
    },
    [95, 110, 125, 155, 165].flatMap((angle) =>
      mounts.flatMap((mount) =>
        cross(
          [
            {
              code: `ZAW-${String(angle).padStart(3, '0')}${mount.key}`,
              name: `Zawias puszkowy ${angle}° ${mount.word} z hamulcem`,
              size: `${angle}${mount.key.toLowerCase()}`,
              price: 6.4 + (angle - 95) * 0.11 + mount.crank * 0.06,
              grams: 92 + angle * 0.2,
              facts: `kąt otwarcia: ${angle}°; puszka: 35 mm; głębokość puszki: 11,5 mm`,
              draw: (c) => shape.cupHinge(c, angle, mount.crank),
            },
          ],
          ['FE', 'ND'],
          ['nikiel'],
        ),
      ),
    ),
  ),
  family(
    {
      slug: 'prowadnik',
      grupa: 'Okucia drzwiowe',
      kategoria: 'zawiasy',
      podkategoria: 'prowadniki',
      accessory: true,
      text: 'Prowadnik krzyżakowy do zawiasów puszkowych, montaż na wkręty lub eurowkręty.',
      pack: 100,
      measured: true,
    },
    cross(
      [0, 2, 4, 9].map((h) => ({
        code: `PRK-H${h}`,
        name: `Prowadnik krzyżakowy H${h}`,
        size: `h${h}`,
        price: 1.9 + h * 0.09,
        grams: 24 + h,
        facts: `wysokość: ${h} mm; regulacja: ±2 mm`,
        draw: (c) => shape.mountingPlate(c, h),
      })),
      ['FE', 'ND'],
      ['nikiel'],
    ),
  ),
  family(
    {
      slug: 'zawias-splatany',
      grupa: 'Okucia drzwiowe',
      kategoria: 'zawiasy',
      podkategoria: 'splatane i taśmowe',
      text: 'Zawias splatany do skrzyń, klap i mebli stylizowanych, trzpień stały.',
      pack: 20,
    },
    cross(
      [40, 60, 90, 180].map((l) => ({
        code: `ZSP-${l}`,
        name: `Zawias splatany ${l} mm`,
        size: String(l),
        price: 1.2 + l * 0.045,
        grams: l * 0.9,
        facts: `długość: ${l} mm; szerokość: 52 mm; grubość: 1,5 mm`,
        draw: (c) => shape.leafHinge(c, l, l < 100 ? 5 : 11),
      })),
      ['WM'],
      ['nikiel', 'złoto szczotkowane'],
    ),
  ),
  family(
    {
      slug: 'zawias-do-szkla',
      grupa: 'Okucia drzwiowe',
      kategoria: 'zawiasy',
      podkategoria: 'do szkła',
      text: 'Zawias do drzwi szklanych 4–6 mm bez otworu, zaślepka w komplecie.',
      pack: 10,
      goesWith: ['prowadnik'],
    },
    cross(
      [
        {
          code: 'ZSZ-95',
          name: 'Zawias do szkła 95° z zaślepką',
          size: '95',
          price: 18.6,
          grams: 118,
          facts: 'grubość szkła: 4–6 mm; kąt otwarcia: 95°',
          draw: shape.glassHinge,
        },
      ],
      ['ND'],
      ['chrom', 'czarny mat'],
    ),
  ),
];
