import * as shape from '../shapes/lights.ts';
import { comma, cross, family } from './family.ts';
import type { Family } from './family.ts';

/** LED lighting. */
export const lights: readonly Family[] = [
  family(
    {
      slug: 'profil-led',
      grupa: 'Oświetlenie',
      kategoria: 'oświetlenie LED',
      podkategoria: 'profile',
      text: 'Profil aluminiowy do taśm LED z kloszem mlecznym i zaślepkami.',
      pack: 5,
      goesWith: ['tasma-led'],
      pose: (c) => shape.ledProfile(c, 140, 20),
    },
    cross(
      [1000, 2000, 3000].map((l) => ({
        code: `LPR-${l}`,
        name: `Profil LED wpuszczany ${l / 1000} m`,
        size: String(l),
        price: 9 + l * 0.011,
        grams: l * 0.16,
        facts: `długość: ${l} mm; szerokość: 20 mm; klosz: mleczny`,
        draw: (c) => shape.ledProfile(c, l, 20),
      })),
      ['LU'],
      ['inox', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'tasma-led',
      grupa: 'Oświetlenie',
      kategoria: 'oświetlenie LED',
      podkategoria: 'taśmy',
      text: 'Taśma LED 12 V na rolce 5 m, podział co 50 mm, taśma klejąca na spodzie.',
      pack: 1,
      goesWith: ['zasilacz-led', 'profil-led'],
    },
    cross(
      (
        [
          ['ciepła', '3000', '#f6d98a'],
          ['neutralna', '4000', '#f4ecd0'],
          ['zimna', '6000', '#dbe8f1'],
        ] as const
      ).flatMap(([tone, kelvin, light]) =>
        // prettier-ignore
        [4.8, 9.6, 14.4].map((watt) => ({
          code: `LTA-${String(watt * 10)}-${kelvin.slice(0, 2)}`, name: `Taśma LED ${comma(watt)} W/m biała ${tone}`, size: kelvin, price: 14 + watt * 2.4, grams: 90,
          facts: `moc: ${comma(watt)} W/m; barwa: ${kelvin} K; napięcie: 12 V`,
          draw: (c: string) => shape.ledStrip(c, light, 9),
        })),
      ),
      ['LU'],
      ['biały'],
    ),
  ),
  family(
    {
      slug: 'zasilacz-led',
      grupa: 'Oświetlenie',
      kategoria: 'oświetlenie LED',
      podkategoria: 'zasilacze',
      text: 'Zasilacz meblowy 12 V w płaskiej obudowie, zabezpieczenie przeciążeniowe.',
      pack: 10,
      goesWith: ['tasma-led'],
    },
    cross(
      [15, 30, 60, 100].map((w) => ({
        code: `LZA-${w}`,
        name: `Zasilacz LED ${w} W 12 V`,
        size: String(w),
        price: 19 + w * 0.55,
        grams: 90 + w * 2,
        facts: `moc: ${w} W; napięcie: 12 V; stopień ochrony: IP20`,
        draw: (c) => shape.driver(c, 100 + w * 0.6),
      })),
      ['LU'],
      ['biały'],
    ),
  ),
  family(
    {
      slug: 'oprawa-led',
      grupa: 'Oświetlenie',
      kategoria: 'oświetlenie LED',
      podkategoria: 'oprawy',
      text: 'Oprawa meblowa LED z przewodem 2 m, do montażu pod szafką lub w wieńcu.',
      pack: 10,
      goesWith: ['zasilacz-led'],
    },
    cross(
      [70, 300, 600].map((l) => ({
        code: `LOP-${l}`,
        name: l === 70 ? 'Oczko meblowe LED fi 70 mm' : `Oprawa podszafkowa LED ${l} mm`,
        size: String(l),
        price: 24 + l * 0.08,
        grams: 60 + l * 0.5,
        facts: `wymiar: ${l} mm; barwa: 4000 K`,
        draw: (c) => shape.cabinetLight(c, l),
      })),
      ['LU'],
      ['inox', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'czujnik-led',
      grupa: 'Oświetlenie',
      kategoria: 'oświetlenie LED',
      podkategoria: 'włączniki',
      accessory: true,
      text: 'Włącznik wpuszczany fi 34 mm do oświetlenia 12/24 V.',
      pack: 20,
      goesWith: ['zasilacz-led'],
    },
    cross(
      ['dotykowy ze ściemniaczem', 'zbliżeniowy', 'drzwiowy'].map((kind, k) => ({
        code: `LWL-${k + 1}`,
        name: `Włącznik LED ${kind}`,
        size: '34',
        price: 26 + k * 3.5,
        grams: 18,
        facts: `rodzaj: ${kind}; obciążenie: 60 W`,
        draw: (c) => shape.sensor(c),
      })),
      ['LU'],
      ['szary', 'czarny mat'],
    ),
  ),
];
