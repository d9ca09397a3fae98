import * as shape from '../shapes/lifts.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Flap lifts and catches. */
export const lifts: readonly Family[] = [
  family(
    {
      slug: 'podnosnik-gazowy',
      grupa: 'Podnośniki',
      kategoria: 'podnośniki',
      podkategoria: 'gazowe',
      text: 'Podnośnik gazowy do klap i frontów uchylnych, końcówki kulowe w komplecie.',
      pack: 10,
      goesWith: ['wkret'],
    },
    cross(
      [50, 60, 80, 100, 120, 150].map((n) => ({
        code: `PGA-${n}`,
        name: `Podnośnik gazowy ${n} N`,
        size: '245',
        price: 8 + n * 0.03,
        grams: 96,
        facts: `siła: ${n} N; długość: 245 mm; skok: 90 mm`,
        draw: (c) => shape.gasSpring(c, 245),
      })),
      ['KX'],
      ['chrom'],
    ),
  ),
  family(
    {
      slug: 'podnosnik-alta',
      grupa: 'Podnośniki',
      kategoria: 'podnośniki',
      podkategoria: 'mechaniczne',
      text: 'Podnośnik mechaniczny Alta z płynną regulacją siły i zatrzymaniem w każdym położeniu.',
      pack: 2,
    },
    cross(
      ['uchylny', 'łamany', 'równoległy'].flatMap((kind, k) =>
        ['S', 'M', 'L'].map((power, p) => ({
          code: `PAL-${'ULR'[k] ?? 'U'}${power}`,
          name: `Podnośnik Alta ${kind}, siła ${power}`,
          size: power.toLowerCase(),
          price: 96 + k * 28 + p * 14,
          grams: 900 + p * 140,
          facts: `front: ${kind}; klasa siły: ${power}`,
          draw: (c: string) => shape.flapLift(c, 160 + p * 25),
        })),
      ),
      ['KX'],
      ['szary'],
    ),
  ),
  family(
    {
      slug: 'odbojnik-push',
      grupa: 'Podnośniki',
      kategoria: 'podnośniki',
      podkategoria: 'odbojniki',
      accessory: true,
      text: 'Odbojnik push do frontów bez uchwytów, skok 20 mm.',
      pack: 50,
    },
    cross(
      [
        {
          code: 'OPU-62',
          name: 'Odbojnik push z magnesem',
          size: '62',
          price: 5.2,
          grams: 21,
          facts: 'skok: 20 mm; magnes: tak',
          draw: (c) => shape.pushCatch(c, 62),
        },
      ],
      ['FE', 'ND'],
      ['biały', 'szary'],
    ),
  ),
];
