import { decorOf, swatch, toneOf } from './decors.ts';
import type { Decor } from './decors.ts';
import { picture } from './draw.ts';

import { build } from './furniture/build.ts';
import type { Furniture } from './furniture/parts.ts';
import { toObj } from './models.ts';
import { barHandle } from './shapes/handles.ts';
import { cupHinge, mountingPlate } from './shapes/hinges.ts';
import { finishes } from './shapes/parts.ts';
import type { Catalogue, Files } from './types.ts';

const FOLDER = 'add-product';

/** A decor that is not in the catalogue yet. */
const cherry: Decor = {
  code: 'H2750',
  name: 'Wiśnia Sadowa',
  surface: 'wood',
  dark: '#8a4b30',
  light: '#c98a62',
};

const wardrobe: Furniture = {
  kind: 'szafa',
  width: 1000,
  height: 2100,
  depth: 600,
  doors: 2,
  drawers: 2,
  body: toneOf(cherry),
  front: toneOf(decorOf('U1001')),
  metal: finishes['czarny mat'],
};

function boards(): unknown[] {
  return [
    {
      SIFRA: 'U1001-18',
      name: 'Płyta laminowana Biały alpejski 18 mm',
      price: 29.9,
      image: 'u1001.png',
    },
    {
      SIFRA: 'H2750-18',
      name: 'Płyta laminowana Wiśnia Sadowa 18 mm',
      price: 38.4,
      image: 'h2750.png',
    },
    {
      SIFRA: 'H2750-HDF-3',
      name: 'Płyta HDF lakierowana Wiśnia Sadowa 3 mm',
      price: 11.2,
      image: 'h2750.png',
    },
  ];
}

function parts(): unknown[] {
  return [
    {
      kod: 'ZAW-110-FE',
      name: 'Zawias puszkowy 110° nakładany z hamulcem Fersa',
      price: '8.90',
      images: ['zaw-110.svg'],
      model: 'zaw-110.obj',
    },
    {
      kod: 'PRK-H3-FE',
      name: 'Prowadnik krzyżakowy H3 Fersa',
      price: '2.30',
      images: ['prk-h3.svg'],
      model: 'prk-h3.obj',
      producent: 'Fersa',
      grupa: 'Okucia drzwiowe',
      kategoria: 'zawiasy',
      podkategoria: 'prowadniki',
    },
    {
      kod: 'URE-256-CZ-TV',
      name: 'Uchwyt relingowy Linea 256 mm, czarny mat Torvik',
      price: '21.60',
      images: ['ure-256.svg'],
      model: 'ure-256.obj',
      producent: 'Torvik',
      grupa: 'Uchwyty i gałki',
      kategoria: 'uchwyty',
      podkategoria: 'relingowe',
    },
  ];
}

function product(): unknown {
  const [body, back, front] = ['H2750-18', 'H2750-HDF-3', 'U1001-18'];
  return {
    name: 'Szafa Sadowa 2D2S 100',
    status: '1',
    date: '2026-03-02',
    materialy: {
      korpus: { SIFRA: body, nazwa: 'Płyta laminowana Wiśnia Sadowa', ilosc: '7.34', jm: 'm2' },
      front: { SIFRA: front, nazwa: 'Płyta laminowana Biały alpejski', ilosc: '2.10', jm: 'm2' },
      plecy: { SIFRA: back, nazwa: 'Płyta HDF Wiśnia Sadowa', ilosc: '2.10', jm: 'm2' },
      obrzeza: [
        { code: 'ABS-22-08-H2750', metry: '14.20' },
        { code: 'ABS-22-08-U1001', metry: '9.80' },
      ],
    },
    main: {
      kolekcja: 'Sadowa',
      wymiary: { szerokosc: '1000', wysokosc: '2100', glebokosc: '600' },
      waga: '78.5',
      warianty: [{ nazwa: 'Wiśnia Sadowa', SIFRA: body }],
      okucia: [
        { kod: 'ZAW-110-FE', ilosc: 8 },
        { kod: 'PRK-H3-FE', ilosc: 8 },
        { kod: 'URE-256-CZ-TV', ilosc: 4 },
      ],
    },
    model: 'wardrobe.obj',
    images: ['wardrobe.svg', 'wardrobe-inside.svg'],
  };
}

/**
 * Writes a manifest with its files.
 *
 * Some of the records that it names are in the catalogue, some are new.
 */
export function makeAddProduct(files: Files, { edgeBands }: Catalogue): void {
  const known = edgeBands.find((band) => band.code === 'ABS-22-08-U1001');
  const put = (name: string, content: string | Uint8Array): unknown =>
    files.set(`${FOLDER}/${name}`, content);
  const manifest = {
    edgeBands: [
      { code: 'ABS-22-08-U1001', name: known?.name, thickness: 0.8 },
      { code: 'ABS-22-08-H2750', name: 'Obrzeże ABS 22×0,8 mm Wiśnia Sadowa', thickness: 0.8 },
    ],
    materials: boards(),
    fittings: parts(),
    product: product(),
  };
  put('wardrobe.json', `${JSON.stringify(manifest, null, 2)}\n`);
  put('u1001.png', swatch(decorOf('U1001')));
  put('h2750.png', swatch(cherry));
  const nickel = finishes.nikiel;
  const handle = barHandle(finishes['czarny mat'], 256);
  put('zaw-110.svg', picture(cupHinge(nickel, 110, 0)));
  put('zaw-110.obj', toObj('zaw-110', cupHinge(nickel, 110, 0)));
  put('prk-h3.svg', picture(mountingPlate(nickel, 3)));
  put('prk-h3.obj', toObj('prk-h3', mountingPlate(nickel, 3)));
  put('ure-256.svg', picture(barHandle(finishes['czarny mat'], 96)));
  put('ure-256.obj', toObj('ure-256', handle));
  put('wardrobe.svg', picture(build(wardrobe)));
  put('wardrobe-inside.svg', picture(build(wardrobe, true)));
  put('wardrobe.obj', toObj('wardrobe', build(wardrobe)));
}
