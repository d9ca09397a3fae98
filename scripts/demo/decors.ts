import { indexedPng } from './png.ts';
import { seeded } from './random.ts';

export type Surface = 'wood' | 'plain' | 'stone' | 'metal' | 'ply' | 'raw';

/** Pattern on the surface of a board. */
export interface Decor {
  readonly code: string;
  readonly name: string;
  readonly surface: Surface;
  readonly dark: string;
  readonly light: string;
}

const decor = (
  surface: Surface,
  code: string,
  name: string,
  dark: string,
  light: string,
): Decor => ({ surface, code, name, dark, light });

/** Every decor of the demo; the names are invented. */
export const decors: readonly Decor[] = [
  decor('wood', 'H1145', 'Dąb Halwin naturalny', '#b48a58', '#e2c59a'),
  decor('wood', 'H1151', 'Dąb Halwin miodowy', '#9c6a36', '#d6a566'),
  decor('wood', 'H1163', 'Dąb Bielany bielony', '#c4b298', '#ebe0cc'),
  decor('wood', 'H1172', 'Dąb Rudawski rustykalny', '#7f5a36', '#c29a69'),
  decor('wood', 'H1180', 'Dąb Mglisty szary', '#8d867a', '#c4bdb0'),
  decor('wood', 'H1194', 'Dąb Wędzony ciemny', '#3f2e22', '#765a43'),
  decor('wood', 'H1207', 'Dąb Piaskowy', '#b99d74', '#e4cfab'),
  decor('wood', 'H2033', 'Orzech Karmeński', '#583723', '#96683f'),
  decor('wood', 'H2041', 'Orzech Lubawski jasny', '#85593a', '#bd8c5e'),
  decor('wood', 'H2058', 'Orzech Tarnin czekoladowy', '#3a241a', '#6d4a35'),
  decor('wood', 'H2310', 'Jesion Nadwiślański', '#c5ab84', '#ecdcbd'),
  decor('wood', 'H2324', 'Jesion Grafitowy', '#43423f', '#75726c'),
  decor('wood', 'H2402', 'Buk Solny', '#c0926a', '#e6c39d'),
  decor('wood', 'H2517', 'Sosna Kurpiowska', '#c99a5b', '#efd19b'),
  decor('wood', 'H2526', 'Sosna Alba skandynawska', '#d5cab6', '#f3ecdf'),
  decor('wood', 'H2609', 'Wiąz Łęgowy', '#8f6c47', '#c8a578'),
  decor('wood', 'H2714', 'Akacja Jurajska', '#9a7140', '#d9b079'),
  decor('wood', 'H2808', 'Wenge Noctis', '#251b16', '#4c3c32'),
  decor('wood', 'H2920', 'Klon Cukrowy', '#d6b98e', '#f1e0c1'),
  decor('wood', 'H2934', 'Brzoza Podlaska', '#d9c39e', '#f4e7cc'),
  decor('plain', 'U1001', 'Biały alpejski', '#eeede9', '#f8f7f4'),
  decor('plain', 'U1004', 'Biały śnieżny', '#f2f2f0', '#fbfbfa'),
  decor('plain', 'U1112', 'Kremowy waniliowy', '#e9e0c9', '#f3ecd9'),
  decor('plain', 'U1215', 'Kaszmir', '#cfc3b3', '#dcd2c4'),
  decor('plain', 'U1220', 'Piaskowy beż', '#c2ad8f', '#cfbc9f'),
  decor('plain', 'U1309', 'Szary jasny', '#bfbfbc', '#cbcbc8'),
  decor('plain', 'U1318', 'Szary bazaltowy', '#83837f', '#90908c'),
  decor('plain', 'U1327', 'Grafit', '#47494b', '#535557'),
  decor('plain', 'U1399', 'Czarny głęboki', '#1d1d1e', '#2a2a2b'),
  decor('plain', 'U1416', 'Zieleń butelkowa', '#214a3b', '#2b5747'),
  decor('plain', 'U1422', 'Zieleń szałwiowa', '#8f9f88', '#9dac96'),
  decor('plain', 'U1508', 'Granatowy nocny', '#22324a', '#2d3e58'),
  decor('plain', 'U1519', 'Błękit mglisty', '#a3b6c1', '#b1c3cd'),
  decor('plain', 'U1604', 'Terakota', '#a95c40', '#b66a4d'),
  decor('plain', 'U1611', 'Musztardowy', '#c2963a', '#cfa54a'),
  decor('plain', 'U1703', 'Róż pudrowy', '#d5b3a9', '#e0c2b9'),
  decor('stone', 'F3012', 'Beton jasny', '#a5a39d', '#cfcdc7'),
  decor('stone', 'F3018', 'Beton ciemny', '#5f5e5b', '#8b8985'),
  decor('stone', 'F3105', 'Marmur Karelia biały', '#b9b7b4', '#f6f5f3'),
  decor('stone', 'F3111', 'Marmur Noktura czarny', '#1c1c1f', '#76736e'),
  decor('stone', 'F3204', 'Granit Tatrzański', '#6e6c69', '#b5b2ad'),
  decor('stone', 'F3217', 'Lastryko kremowe', '#a9977f', '#ece3d3'),
  decor('stone', 'F3226', 'Łupek antracytowy', '#33373b', '#5d6267'),
  decor('metal', 'M4003', 'Aluminium szczotkowane', '#a3a5a7', '#d8d9da'),
  decor('metal', 'M4010', 'Miedź patynowana', '#8b5a3f', '#c58d69'),
  decor('metal', 'M4021', 'Szkło lakierowane czarne', '#101113', '#34373b'),
  decor('ply', 'S5001', 'Sklejka brzozowa', '#d2b58a', '#f0dcb8'),
  decor('ply', 'S5010', 'Sklejka topolowa', '#d9c5a1', '#f3e6cb'),
  decor('raw', 'R6001', 'MDF surowy', '#a98962', '#c2a27a'),
  decor('raw', 'R6008', 'HDF surowy', '#7d5f43', '#98775a'),
  decor('raw', 'R6015', 'Płyta wiórowa surowa', '#b0905f', '#dcc193'),
];

/** Returns the decor with this code; throws when there is none. */
export function decorOf(code: string): Decor {
  const found = decors.find((entry) => entry.code === code);
  if (found === undefined) throw new Error(`no decor ${code}`);
  return found;
}

type Noise = (x: number, y: number) => number;

/** Returns smooth value noise from 0 to 1. */
function valueNoise(seed: string): Noise {
  const random = seeded(seed);
  const cells = Float64Array.from({ length: 4096 }, () => random.next());
  const cell = (x: number, y: number): number => cells[(y & 63) * 64 + (x & 63)] ?? 0;
  const ease = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - i), ease(y - j)];
    const top = cell(i, j) + (cell(i + 1, j) - cell(i, j)) * u;
    const low = cell(i, j + 1) + (cell(i + 1, j + 1) - cell(i, j + 1)) * u;
    return top + (low - top) * v;
  };
}

/**
 * Returns the lightness of the surface at (x, y).
 *
 * The value is from 0 to 1, or a little outside.
 */
function lightness(entry: Decor, noise: Noise): Noise {
  const fractal: Noise = (x, y) =>
    0.55 * noise(x, y) + 0.3 * noise(x * 2.1 + 9, y * 2.1) + 0.15 * noise(x * 4.3, y * 4.3 + 5);
  if (entry.surface === 'wood') {
    return (x, y) => {
      const bend = 3.2 * noise(x / 34 + 3, y / 75) + 0.7 * noise(x / 9, y / 40 + 8);
      const rings = 0.5 + 0.5 * Math.sin(x / 7.5 + bend * 5.2);
      const fibre = noise(x * 1.05, y / 17);
      const pore = noise(x * 0.9 + 30, y / 6.5 + 11) > 0.86 ? -0.2 : 0;
      return 0.12 + 0.42 * rings ** 0.7 + 0.44 * fibre + pore;
    };
  }
  if (entry.surface === 'ply') {
    return (x, y) => 0.35 + 0.3 * noise(x / 60, y / 15) + 0.4 * fractal(x / 26, y / 2.4);
  }
  if (entry.surface === 'metal') return (x, y) => 0.5 * noise(x / 40, y * 0.9) + 0.5 * (1 - y / 96);
  if (entry.surface === 'raw') return (x, y) => fractal(x / 2.2, y / 2.2);
  if (entry.surface === 'plain') return (x, y) => 0.75 * (1 - (x + y) / 192) + 0.25 * noise(x, y);
  if (entry.name.startsWith('Marmur')) {
    return (x, y) => {
      const warp = fractal(x / 30, y / 30) * 9;
      const vein = Math.abs(Math.sin((x * 0.6 + y) / 30 + warp));
      const base = entry.code === 'F3111' ? 1 - vein ** 0.22 : vein ** 0.3;
      return 0.9 * base + 0.1 * fractal(x / 6, y / 6);
    };
  }
  if (entry.name.startsWith('Granit') || entry.name.startsWith('Lastryko')) {
    return (x, y) => {
      const bend = 5 * noise(x / 7 + 20, y / 7);
      const grain = fractal((x + bend) / 6.5, (y - bend) / 6.5 + x / 40);
      const fine = noise(x / 1.7, y / 1.7);
      if (grain > 0.64) return 0.08 + 0.15 * fine;
      return grain < 0.34 ? 0.4 + 0.12 * fine : 0.76 + 0.22 * fine;
    };
  }
  return (x, y) => 0.75 * fractal(x / 26, y / 26) + 0.25 * noise(x / 1.6, y / 1.6);
}

const SIDE = 96;
const SHADES = 28;

/** Returns a picture of the decor, 96 × 96 pixels. */
export function swatch(entry: Decor): Buffer {
  const channel = (colour: string, at: number): number =>
    Number.parseInt(colour.slice(at, at + 2), 16);
  const palette = Array.from({ length: SHADES }, (_, i): [number, number, number] => {
    const mix = (at: number): number => {
      const [from, to] = [channel(entry.dark, at), channel(entry.light, at)];
      return Math.round(from + ((to - from) * i) / (SHADES - 1));
    };
    return [mix(1), mix(3), mix(5)];
  });
  const shade = lightness(entry, valueNoise(`decor:${entry.code}`));
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const value = shade(i % SIDE, Math.floor(i / SIDE));
    return Math.round(Math.min(1, Math.max(0, value)) * (SHADES - 1));
  });
  return indexedPng(SIDE, palette, pixels);
}

/** Returns one colour of the decor for line drawings and 3D models. */
export function toneOf(entry: Decor): string {
  const parts = [1, 3, 5].map((at) => {
    const read = (colour: string): number => Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round((read(entry.dark) + 2 * read(entry.light)) / 3);
  });
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
