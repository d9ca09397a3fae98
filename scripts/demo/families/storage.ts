import * as shape from '../shapes/storage.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Pull-outs, trays and wardrobe fittings. */
export const storage: readonly Family[] = [
  family(
    {
      slug: 'cargo',
      grupa: 'Organizacja wnętrza',
      kategoria: 'kosze cargo',
      podkategoria: 'boczne i wysokie',
      text: 'Kosz cargo pełnego wysuwu z cichym domykiem, montaż frontu z regulacją.',
      pack: 1,
    },
    cross(
      [
        [150, 500, 2],
        [200, 500, 2],
        [300, 1500, 4],
        [400, 1700, 5],
      ].map(([w = 150, h = 500, n = 2]) => ({
        // prettier-ignore
        code: `CAR-${w}`,
        name: `Cargo ${h > 1000 ? 'wysokie' : 'mini'} ${w} mm, ${n} kosze`,
        size: String(w),
        price: 180 + w * 0.6 + h * 0.25,
        grams: w * 12 + h * 3,
        facts: `szerokość szafki: ${w} mm; liczba koszy: ${n}; nośność: ${n * 12} kg`,
        draw: (c: string) => shape.cargo(c, w, h, n),
      })),
      ['ND'],
      ['chrom', 'antracyt'],
    ),
  ),
  family(
    {
      slug: 'wklad-na-sztucce',
      grupa: 'Organizacja wnętrza',
      kategoria: 'kosze cargo',
      podkategoria: 'wkłady do szuflad',
      accessory: true,
      text: 'Wkład na sztućce do szuflady głębokości 500 mm, można przyciąć na wymiar.',
      pack: 5,
    },
    cross(
      [400, 500, 600, 800, 900].map((w) => ({
        code: `WSZ-${w}`,
        name: `Wkład na sztućce do szafki ${w} mm`,
        size: String(w),
        price: 16 + w * 0.05,
        grams: w * 1.6,
        facts: `szerokość szafki: ${w} mm; głębokość: 430 mm`,
        draw: (c) => shape.cutleryTray(c, w - 80),
      })),
      ['TV'],
      ['szary'],
    ),
  ),
  family(
    {
      slug: 'sortownik',
      grupa: 'Organizacja wnętrza',
      kategoria: 'kosze cargo',
      podkategoria: 'sortowniki',
      text: 'Sortownik odpadów do szafki pod zlewozmywak, wiadra z pokrywami.',
      pack: 1,
    },
    cross(
      [1, 2, 3].map((n) => ({
        code: `SOR-${n}`,
        name: `Sortownik odpadów ${n}×16 l`,
        size: String(n),
        price: 74 + n * 38,
        grams: 1500 + n * 900,
        facts: `pojemność: ${n * 16} l`,
        draw: (c) => shape.wasteBins(c, n),
      })),
      ['ND'],
      ['szary'],
    ),
  ),
  family(
    {
      slug: 'drazek',
      grupa: 'Organizacja wnętrza',
      kategoria: 'garderoba',
      podkategoria: 'drążki',
      text: 'Drążek garderobiany z kompletem uchwytów bocznych.',
      pack: 10,
      goesWith: ['wkret'],
      pose: (c) => shape.wardrobeRail(c, 260),
    },
    cross(
      [600, 800, 1000, 1200].map((l) => ({
        code: `DRA-${l}`,
        name: `Drążek garderobiany ${l} mm`,
        size: String(l),
        price: 9 + l * 0.014,
        grams: l * 0.5,
        facts: `długość: ${l} mm; średnica: 26 mm`,
        draw: (c) => shape.wardrobeRail(c, l),
      })),
      ['WM'],
      ['chrom', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'pantograf',
      grupa: 'Organizacja wnętrza',
      kategoria: 'garderoba',
      podkategoria: 'pantografy',
      text: 'Pantograf z drążkiem opuszczanym, siłowniki z tłumieniem.',
      pack: 1,
    },
    cross(
      [600, 830, 1150].map((w) => ({
        code: `PAN-${w}`,
        name: `Pantograf garderobiany ${w}–${w + 250} mm`,
        size: String(w),
        price: 128 + w * 0.04,
        grams: 2300 + w,
        facts: `szerokość szafy: ${w}–${w + 250} mm; nośność: 10 kg`,
        draw: (c) => shape.wardrobeLift(c, w),
      })),
      ['ND'],
      ['chrom'],
    ),
  ),
  family(
    {
      slug: 'wieszak',
      grupa: 'Organizacja wnętrza',
      kategoria: 'garderoba',
      podkategoria: 'wieszaki',
      text: 'Wieszak dwuramienny do paneli przedpokojowych.',
      pack: 25,
    },
    cross(
      [
        {
          code: 'WIE-92',
          name: 'Wieszak dwuramienny Gawra',
          size: '92',
          price: 8.2,
          grams: 96,
          facts: 'wysokość: 92 mm',
          draw: shape.coatHook,
        },
      ],
      ['WM'],
      ['nikiel', 'czarny mat', 'złoto szczotkowane'],
    ),
  ),
];
