import * as shape from '../shapes/locks.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Locks. */
export const locks: readonly Family[] = [
  family(
    {
      slug: 'zamek',
      grupa: 'Zamki',
      kategoria: 'zamki',
      podkategoria: 'cylindryczne',
      text: 'Zamek meblowy z wymienną wkładką, dwa klucze w komplecie.',
      pack: 20,
    },
    cross(
      [20, 25, 30].map((l) => ({
        code: `ZAM-${l}`,
        name: `Zamek meblowy cylindryczny ${l} mm`,
        size: String(l),
        price: 8.5 + l * 0.12,
        grams: 74 + l,
        facts: `długość cylindra: ${l} mm; rygiel: 14 mm`,
        draw: (c) => shape.furnitureLock(c, l),
      })),
      ['KX', 'WM'],
      ['nikiel'],
    ),
  ),
  family(
    {
      slug: 'zamek-szyfrowy',
      grupa: 'Zamki',
      kategoria: 'zamki',
      podkategoria: 'elektroniczne',
      text: 'Zamek szyfrowy na baterie do szafek biurowych i szatniowych, kod administratora.',
      pack: 5,
    },
    cross(
      [
        {
          code: 'ZSE-9',
          name: 'Zamek szyfrowy z klawiaturą',
          size: '96',
          price: 148,
          grams: 210,
          facts: 'zasilanie: 2×AAA; kody: 9',
          draw: shape.codeLock,
        },
      ],
      ['KX'],
      ['czarny mat', 'szary'],
    ),
  ),
];
