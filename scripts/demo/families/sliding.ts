import * as shape from '../shapes/sliding.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Sliding door systems. */
export const sliding: readonly Family[] = [
  family(
    {
      slug: 'system-przesuwny',
      grupa: 'Systemy przesuwne',
      kategoria: 'systemy przesuwne',
      podkategoria: 'komplety',
      text: 'System przesuwny Tarnica do szaf i wnęk: tory, wózki, ramy i hamulce, bez wypełnień.',
      pack: 1,
      goesWith: ['tor-przesuwny', 'wozek'],
    },
    cross(
      [2, 3, 4].map((n) => ({
        code: `SPR-${n}D`,
        name: `System przesuwny Tarnica ${n} drzwi`,
        size: String(n),
        price: 240 + n * 160,
        grams: 6000 + n * 3800,
        facts: `liczba skrzydeł: ${n}; nośność skrzydła: 60 kg`,
        draw: (c) => shape.slidingDoors(c, n),
      })),
      ['TV'],
      ['inox', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'tor-przesuwny',
      grupa: 'Systemy przesuwne',
      kategoria: 'systemy przesuwne',
      podkategoria: 'tory',
      text: 'Tor aluminiowy do drzwi przesuwnych, otwory montażowe co 300 mm.',
      pack: 5,
      goesWith: ['wkret'],
      pose: (c) => shape.track(c, 200, 2),
    },
    cross(
      [
        [2000, 2],
        [3000, 2],
        [2000, 1],
        [3000, 1],
      ].map(([l = 2000, lanes = 2]) => ({
        // prettier-ignore
        code: `TOR-${lanes === 2 ? 'G' : 'D'}${l / 1000}`,
        name: `Tor ${lanes === 2 ? 'górny podwójny' : 'dolny pojedynczy'} ${l / 1000} m`,
        size: `${lanes}-${l}`,
        price: 22 + l * 0.012 * lanes,
        grams: l * 0.4 * lanes,
        facts: `długość: ${l} mm; liczba prowadzeń: ${lanes}`,
        draw: (c: string) => shape.track(c, l, lanes),
      })),
      ['TV'],
      ['inox'],
    ),
  ),
  family(
    {
      slug: 'wozek',
      grupa: 'Systemy przesuwne',
      kategoria: 'systemy przesuwne',
      podkategoria: 'wózki',
      text: 'Wózek łożyskowany do drzwi przesuwnych z regulacją wysokości.',
      pack: 10,
      goesWith: ['tor-przesuwny'],
    },
    cross(
      [40, 60, 80].map((kg) => ({
        code: `WOZ-${kg}`,
        name: `Wózek jezdny ${kg} kg`,
        size: String(kg),
        price: 13 + kg * 0.2,
        grams: 120 + kg,
        facts: `nośność: ${kg} kg; regulacja: ±5 mm`,
        draw: (c) => shape.carriage(c, 12 + kg / 10),
      })),
      ['TV'],
      ['ocynk'],
    ),
  ),
];
