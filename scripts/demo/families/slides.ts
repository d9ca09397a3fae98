import * as shape from '../shapes/slides.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Drawer slides and drawer systems. */
export const slides: readonly Family[] = [
  family(
    {
      slug: 'prowadnica-kulkowa',
      grupa: 'Okucia szufladowe',
      kategoria: 'prowadnice',
      podkategoria: 'kulkowe',
      text: 'Prowadnica kulkowa pełnego wysuwu, wysokość 45 mm, nośność do 35 kg.',
      pack: 10,
      goesWith: ['wkret'],
      pose: (c) => shape.ballSlide(c, 220, 110),
    },
    [
      { key: '', word: 'pełny wysuw', add: 0 },
      { key: 'D', word: 'z cichym domykiem', add: 9.5 },
      { key: 'P', word: 'z funkcją push', add: 12 },
    ].flatMap((kind) =>
      cross(
        [300, 350, 400, 450, 500, 550].map((l) => ({
          code: `PKU-${l}${kind.key}`,
          name: `Prowadnica kulkowa ${l} mm ${kind.word}`,
          size: String(l),
          price: 11 + l * 0.022 + kind.add,
          grams: l * 1.6,
          facts: `długość: ${l} mm; nośność: 35 kg; ${kind.word}`,
          draw: (c) => shape.ballSlide(c, l, 0),
        })),
        ['KX'],
        ['ocynk'],
      ),
    ),
  ),
  family(
    {
      slug: 'prowadnica-ukryta',
      grupa: 'Okucia szufladowe',
      kategoria: 'prowadnice',
      podkategoria: 'dolnego montażu',
      text: 'Prowadnica dolnego montażu niewidoczna po wysunięciu szuflady, z regulacją wysokości.',
      pack: 6,
      goesWith: ['wkret'],
      pose: (c) => shape.undermountSlide(c, 240, 100),
    },
    cross(
      [270, 300, 350, 400, 450, 500, 550].map((l) => ({
        code: `PDM-${l}`,
        name: `Prowadnica dolnego montażu ${l} mm z domykiem`,
        size: String(l),
        price: 38 + l * 0.05,
        grams: l * 2.4,
        facts: `długość: ${l} mm; nośność: 40 kg; domyk: tak`,
        draw: (c) => shape.undermountSlide(c, l, 0),
      })),
      ['FE'],
      ['ocynk'],
    ),
  ),
  family(
    {
      slug: 'prowadnica-rolkowa',
      grupa: 'Okucia szufladowe',
      kategoria: 'prowadnice',
      podkategoria: 'rolkowe',
      text: 'Prowadnica rolkowa częściowego wysuwu, malowana proszkowo, nośność 20 kg.',
      pack: 20,
      pose: (c) => shape.rollerSlide(c, 220, 90),
    },
    cross(
      [300, 350, 400, 450, 500].map((l) => ({
        code: `PRO-${l}`,
        name: `Prowadnica rolkowa ${l} mm`,
        size: String(l),
        price: 4.2 + l * 0.008,
        grams: l * 0.9,
        facts: `długość: ${l} mm; nośność: 20 kg`,
        draw: (c) => shape.rollerSlide(c, l, 0),
      })),
      ['WM'],
      ['biały'],
    ),
  ),
  family(
    {
      slug: 'szuflada-vella',
      grupa: 'Okucia szufladowe',
      kategoria: 'prowadnice',
      podkategoria: 'systemy szuflad',
      text: 'System szuflady Vella z metalowym bokiem, pełny wysuw z cichym domykiem.',
      pack: 1,
    },
    cross(
      [84, 135, 199].flatMap((h) =>
        [450, 500].map((l) => ({
          code: `SZV-${h}-${l}`,
          name: `Szuflada Vella H${h} L${l}`,
          size: `${h}-${l}`,
          price: 92 + h * 0.28 + l * 0.06,
          grams: 2400 + h * 4 + l * 2,
          facts: `wysokość boku: ${h} mm; długość: ${l} mm; nośność: 40 kg`,
          draw: (c: string) => shape.metalDrawer(c, h, l),
        })),
      ),
      ['KX'],
      ['biały', 'antracyt'],
    ),
  ),
];
