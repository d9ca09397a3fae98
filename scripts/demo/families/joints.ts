import * as shape from '../shapes/joints.ts';
import { comma, cross, family, plainNumber } from './family.ts';
import type { Family } from './family.ts';

/** Dowels, screws and other joints. */
export const joints: readonly Family[] = [
  family(
    {
      slug: 'kolek',
      grupa: 'Złącza',
      kategoria: 'kołki',
      podkategoria: 'drewniane',
      accessory: true,
      text: 'Kołek bukowy ryflowany, fazowany z obu stron.',
      pack: 1000,
      pose: (c) => shape.dowelTrio(c, 8, 35),
    },
    cross(
      [
        [6, 30],
        [8, 30],
        [8, 35],
        [8, 40],
        [10, 40],
        [10, 60],
      ].map(([d = 8, l = 35]) => ({
        // prettier-ignore
        code: `KOD-${d}X${l}`,
        name: `Kołek drewniany ${d}×${l} mm`,
        size: `${d}x${l}`,
        price: 0.05 + d * l * 0.0004,
        grams: (d * d * l) / 2000,
        facts: `średnica: ${d} mm; długość: ${l} mm; drewno: buk`,
        draw: (c: string) => shape.dowel(c, d, l),
      })),
      ['WM'],
      ['buk'],
    ),
  ),
  family(
    {
      slug: 'konfirmat',
      grupa: 'Złącza',
      kategoria: 'konfirmaty',
      podkategoria: 'z łbem stożkowym',
      accessory: true,
      text: 'Konfirmat stalowy z gniazdem imbusowym do łączenia płyt.',
      pack: 500,
    },
    cross(
      [
        [5, 40],
        [5, 50],
        [6.3, 50],
        [7, 50],
        [7, 60],
        [7, 70],
      ].map(([d = 7, l = 50]) => ({
        // prettier-ignore
        code: `KON-${plainNumber(d)}X${l}`,
        name: `Konfirmat ${comma(d)}×${l} mm`,
        size: `${plainNumber(d, '-')}x${l}`,
        price: 0.08 + d * l * 0.0003,
        grams: (d * d * l) / 300,
        facts: `średnica: ${comma(d)} mm; długość: ${l} mm; gniazdo: imbus 4`,
        draw: (c: string) => shape.screw(c, d, l, d * 0.72),
      })),
      ['FE'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'wkret',
      grupa: 'Złącza',
      kategoria: 'wkręty',
      podkategoria: 'do płyt',
      accessory: true,
      text: 'Wkręt do płyt z łbem stożkowym, gwint na całej długości.',
      pack: 1000,
    },
    cross(
      [
        [3.5, 16],
        [3.5, 20],
        [3.5, 30],
        [4, 16],
        [4, 30],
        [4, 40],
        [4, 50],
        [5, 60],
      ].map(([d = 4, l = 30]) => ({
        // prettier-ignore
        code: `WKR-${plainNumber(d)}X${l}`,
        name: `Wkręt do płyt ${comma(d)}×${l} mm`,
        size: `${plainNumber(d, '-')}x${l}`,
        price: 0.05 + d * l * 0.0005,
        grams: (d * d * l) / 340,
        facts: `średnica: ${comma(d)} mm; długość: ${l} mm; gniazdo: PZ2`,
        draw: (c: string) => shape.screw(c, d, l, d),
      })),
      ['WM'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'mimosrod',
      grupa: 'Złącza',
      kategoria: 'złącza mimośrodowe',
      podkategoria: 'puszki',
      accessory: true,
      text: 'Puszka mimośrodowa fi 15 mm do złączy rozbieralnych.',
      pack: 500,
      goesWith: ['trzpien'],
    },
    cross(
      [12, 13.5, 16, 18].map((h) => ({
        code: `MIM-${plainNumber(h)}`,
        name: `Mimośród fi 15, głębokość ${comma(h)} mm`,
        size: plainNumber(h, '-'),
        price: 0.35 + h * 0.012,
        grams: h * 0.6,
        facts: `średnica: 15 mm; głębokość: ${comma(h)} mm`,
        draw: (c) => shape.cam(c, h),
      })),
      ['FE', 'ND'],
      ['nikiel'],
    ),
  ),
  family(
    {
      slug: 'trzpien',
      grupa: 'Złącza',
      kategoria: 'złącza mimośrodowe',
      podkategoria: 'trzpienie',
      accessory: true,
      text: 'Trzpień szybkiego montażu do puszki mimośrodowej.',
      pack: 500,
      goesWith: ['mimosrod'],
    },
    cross(
      [24, 34, 44].map((l) => ({
        code: `TRZ-${l}`,
        name: `Trzpień mimośrodu ${l} mm`,
        size: String(l),
        price: 0.3 + l * 0.006,
        grams: l * 0.22,
        facts: `długość: ${l} mm; gwint: 6,3 mm`,
        draw: (c) => shape.camBolt(c, l),
      })),
      ['FE', 'ND'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'katownik',
      grupa: 'Złącza',
      kategoria: 'kątowniki',
      podkategoria: 'montażowe',
      accessory: true,
      text: 'Kątownik montażowy tłoczony, cztery otwory pod wkręt 4 mm.',
      pack: 100,
      goesWith: ['wkret'],
    },
    cross(
      [25, 40, 60].map((s) => ({
        code: `KAT-${s}`,
        name: `Kątownik montażowy ${s}×${s}×20 mm`,
        size: String(s),
        price: 0.4 + s * 0.02,
        grams: s * 0.8,
        facts: `ramię: ${s} mm; grubość: 2,5 mm`,
        draw: (c) => shape.angleBracket(c, s, 20),
      })),
      ['WM'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'zawieszka',
      grupa: 'Złącza',
      kategoria: 'zawieszki',
      podkategoria: 'szafek wiszących',
      text: 'Zawieszka szafki górnej z regulacją głębokości i wysokości, nośność 65 kg na parę.',
      pack: 50,
    },
    cross(
      ['lewa', 'prawa'].map((side) => ({
        code: `ZWS-${side === 'lewa' ? 'L' : 'P'}`,
        name: `Zawieszka szafki wiszącej ${side}`,
        size: side,
        price: 3.9,
        grams: 74,
        facts: `strona: ${side}; nośność pary: 65 kg`,
        draw: (c) => shape.hanger(c),
      })),
      ['FE'],
      ['biały', 'szary'],
    ),
  ),
];
