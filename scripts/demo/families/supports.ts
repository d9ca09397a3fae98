import * as shape from '../shapes/supports.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Shelf supports. */
export const supports: readonly Family[] = [
  family(
    {
      slug: 'wspornik-kolek',
      grupa: 'Wsporniki',
      kategoria: 'wsporniki półek',
      podkategoria: 'kołkowe',
      accessory: true,
      text: 'Wspornik półki wciskany w otwór systemowy, z podparciem pod płytę.',
      pack: 500,
    },
    cross(
      [3, 5].map((d) => ({
        code: `WPK-${d}`,
        name: `Wspornik półki fi ${d} mm`,
        size: String(d),
        price: 0.15 + d * 0.03,
        grams: d,
        facts: `trzpień: ${d} mm`,
        draw: (c) => shape.shelfPin(c, d),
      })),
      ['FE'],
      ['nikiel', 'brązowy', 'biały'],
    ),
  ),
  family(
    {
      slug: 'wspornik-ukryty',
      grupa: 'Wsporniki',
      kategoria: 'wsporniki półek',
      podkategoria: 'ukryte',
      text: 'Wspornik ukryty do półek samonośnych z regulacją położenia.',
      pack: 20,
    },
    cross(
      [100, 120, 180].map((l) => ({
        code: `WPU-${l}`,
        name: `Wspornik ukryty ${l} mm`,
        size: String(l),
        price: 7 + l * 0.05,
        grams: l * 1.5,
        facts: `długość trzpienia: ${l} mm; nośność pary: 20 kg`,
        draw: (c) => shape.hiddenBracket(c, l),
      })),
      ['KX'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'wspornik-szkla',
      grupa: 'Wsporniki',
      kategoria: 'wsporniki półek',
      podkategoria: 'do szkła',
      text: 'Wspornik zaciskowy do półek szklanych 6–8 mm z podkładką silikonową.',
      pack: 50,
    },
    cross(
      [
        {
          code: 'WPS-30',
          name: 'Wspornik półki szklanej Duo',
          size: '30',
          price: 6.1,
          grams: 44,
          facts: 'grubość szkła: 6–8 mm',
          draw: shape.glassClamp,
        },
      ],
      ['ND'],
      ['chrom', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'wspornik-scienny',
      grupa: 'Wsporniki',
      kategoria: 'wsporniki półek',
      podkategoria: 'ścienne',
      text: 'Wspornik ścienny spawany z zastrzałem, malowany proszkowo.',
      pack: 10,
      goesWith: ['wkret'],
    },
    cross(
      [150, 200, 250, 300].map((l) => ({
        code: `WPL-${l}`,
        name: `Wspornik ścienny z zastrzałem ${l} mm`,
        size: String(l),
        price: 9 + l * 0.05,
        grams: l * 1.7,
        facts: `głębokość: ${l} mm; nośność pary: 60 kg`,
        draw: (c) => shape.shelfBracket(c, l),
      })),
      ['WM'],
      ['czarny mat'],
    ),
  ),
];
