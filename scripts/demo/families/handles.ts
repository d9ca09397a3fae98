import * as shape from '../shapes/handles.ts';
import { cross, family } from './family.ts';
import type { Family } from './family.ts';

/** Handles, knobs and handle profiles. */
export const handles: readonly Family[] = [
  family(
    {
      slug: 'uchwyt-relingowy',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'relingowe',
      text: 'Uchwyt relingowy fi 12 mm, śruby M4 w komplecie.',
      pack: 25,
      pose: (c) => shape.barHandle(c, 96),
    },
    cross(
      [96, 128, 160, 192, 320].map((l) => ({
        code: `URE-${l}`,
        name: `Uchwyt relingowy Linea ${l} mm`,
        size: String(l),
        price: 7 + l * 0.055,
        grams: 30 + l * 0.4,
        facts: `rozstaw: ${l} mm; średnica: 12 mm`,
        draw: (c) => shape.barHandle(c, l),
      })),
      ['TV'],
      ['inox', 'czarny mat', 'złoto szczotkowane'],
    ),
  ),
  family(
    {
      slug: 'uchwyt-luk',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'dwupunktowe',
      text: 'Uchwyt dwupunktowy o płaskim przekroju i lekko skośnych podporach.',
      pack: 25,
      pose: (c) => shape.bowHandle(c, 96),
    },
    cross(
      [96, 128, 160].map((l) => ({
        code: `ULU-${l}`,
        name: `Uchwyt dwupunktowy Arka ${l} mm`,
        size: String(l),
        price: 9.5 + l * 0.05,
        grams: 26 + l * 0.35,
        facts: `rozstaw: ${l} mm; wysokość: 28 mm`,
        draw: (c) => shape.bowHandle(c, l),
      })),
      ['TV'],
      ['chrom', 'czarny mat', 'złoto szczotkowane'],
    ),
  ),
  family(
    {
      slug: 'uchwyt-krawedziowy',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'krawędziowe',
      text: 'Uchwyt krawędziowy przykręcany do tyłu frontu, grubość frontu 16–22 mm.',
      pack: 10,
      pose: (c) => shape.edgeHandle(c, 140),
    },
    cross(
      [100, 200, 300, 600].map((l) => ({
        code: `UKR-${l}`,
        name: `Uchwyt krawędziowy Fala ${l} mm`,
        size: String(l),
        price: 12 + l * 0.06,
        grams: 20 + l * 0.45,
        facts: `długość: ${l} mm; grubość frontu: 16–22 mm`,
        draw: (c) => shape.edgeHandle(c, l),
      })),
      ['TV'],
      ['inox', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'galka',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'gałki',
      text: 'Gałka meblowa toczona, śruba M4 w komplecie.',
      pack: 50,
      measured: true,
    },
    cross(
      [25, 32].map((d) => ({
        code: `GAL-${d}`,
        name: `Gałka Perla fi ${d} mm`,
        size: String(d),
        price: 5 + d * 0.11,
        grams: d * 1.4,
        facts: `średnica: ${d} mm; wysokość: 26 mm`,
        draw: (c) => shape.knob(c, d),
      })),
      ['TV'],
      ['czarny mat', 'złoto szczotkowane', 'buk'],
    ),
  ),
  family(
    {
      slug: 'uchwyt-muszlowy',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'muszlowe',
      text: 'Uchwyt muszlowy w stylu warsztatowym, mocowany z przodu dwoma wkrętami.',
      pack: 20,
    },
    cross(
      [
        {
          code: 'UMU-64',
          name: 'Uchwyt muszlowy Retro 64 mm',
          size: '64',
          price: 11.4,
          grams: 62,
          facts: 'rozstaw: 64 mm',
          draw: (c) => shape.shellHandle(c, 64),
        },
      ],
      ['WM'],
      ['nikiel', 'czarny mat', 'złoto szczotkowane'],
    ),
  ),
  family(
    {
      slug: 'uchwyt-skorzany',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'skórzane',
      text: 'Uchwyt ze skóry licowej z mosiężnymi nitami, ręcznie barwiony.',
      pack: 10,
    },
    cross(
      [
        {
          code: 'USK-130',
          name: 'Uchwyt skórzany Siodlarz 130 mm',
          size: '130',
          price: 24.5,
          grams: 38,
          facts: 'rozstaw: 106 mm',
          draw: (c) => shape.strapHandle(c, 130),
        },
      ],
      ['WM'],
      ['brązowy', 'czarny mat'],
    ),
  ),
  family(
    {
      slug: 'profil-korytkowy',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'profile bezuchwytowe',
      text: 'Profil korytkowy do frontów bezuchwytowych, aluminium anodowane.',
      pack: 4,
      pose: (c) => shape.channelProfile(c, 120),
    },
    cross(
      [2950, 4100].map((l) => ({
        code: `PKB-${l}`,
        name: `Profil korytkowy C ${l} mm`,
        size: String(l),
        price: 48 + l * 0.021,
        grams: l * 0.7,
        facts: `długość: ${l} mm; wysokość: 59 mm`,
        draw: (c) => shape.channelProfile(c, l),
      })),
      ['TV'],
      ['inox', 'czarny mat'],
    ),
  ),
];
