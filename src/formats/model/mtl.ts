import { Color, SRGBColorSpace } from 'three';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import type { NamedSurface, Notes } from './reading.ts';
import { COMMA_NUMBER, quote } from './text.ts';

const NUMERIC = /^(Ka|Kd|Ks|Ke|Tf|Ns|Ni|d|Tr|illum|sharpness|Pr|Pm)\s+(.+)$/i;
// A surface more transparent than this would be invisible.
const UNSEEN = 0.01;

/**
 * Reads the surfaces of an MTL file by name.
 *
 * Values that would make a surface invisible by mistake are corrected and noted.
 */
export function readMtl(
  text: string,
  file: string,
  notes: Notes,
  isFile: (name: string) => boolean = () => false,
): ReadonlyMap<string, NamedSurface> {
  // The loader expects a space after the keyword; some programs write a tab.
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => mendCommas(line.replace(/^(\s*\S+)\s+/, '$1 '), at + 1, file, notes));
  const clear = clearLines(lines);
  const creator = new MTLLoader().parse(lines.join('\n'), '');
  return new Map(
    Object.entries(creator.materialsInfo).map(([name, info]) => {
      const map = info.map_kd;
      const opacity = opacityOf(name, info, clear.get(name), file, notes);
      return [
        name,
        {
          name,
          color: colorOf(info.kd),
          opacity,
          doubleSided: true,
          texture: map === undefined ? null : pathOf(map, isFile),
        },
      ];
    }),
  );
}

function mendCommas(line: string, number: number, file: string, notes: Notes): string {
  const found = NUMERIC.exec(line.trim());
  if (found === null) return line;
  const parts = (found[2] ?? '').split(/\s+/);
  if (!parts.some((part) => COMMA_NUMBER.test(part))) return line;
  notes.add('comma', { line: number, file, value: quote(line) }, true);
  return `${found[1] ?? ''} ${parts.map((part) => part.replace(',', '.')).join(' ')}`;
}

function colorOf(kd: readonly (number | string)[] | undefined): string {
  // A single number stands for all three.
  const [r = 0.8, g = r, b = r] = (kd ?? []).map(Number).filter(Number.isFinite);
  const color = new Color().setRGB(r, g, b, SRGBColorSpace);
  return `#${color.getHexString(SRGBColorSpace)}`;
}

// `Tr` means transparency to some programs and opacity to others. If one meaning would hide the
// surface, the other applies.
function opacityOf(
  name: string,
  info: { readonly d?: unknown; readonly tr?: unknown },
  lines: Clear | undefined,
  file: string,
  notes: Notes,
): number {
  const { d, tr } = info;
  const opacity = d !== undefined ? Number(d) : tr === undefined ? 1 : 1 - Number(tr);
  if (opacity > UNSEEN) return Math.min(opacity, 1);
  const { line, value } = (d === undefined ? lines?.tr : lines?.d) ?? { line: 0, value: '' };
  notes.add('clearLine', { name, file, line, value: quote(value) }, true);
  return 1;
}

interface Line {
  readonly line: number;
  readonly value: string;
}

/** The first lines behind a name that state how clear a surface is. */
interface Clear {
  readonly d: Line | null;
  readonly tr: Line | null;
}

/** Returns the lines of each name, in one pass from the end to the first line of the name. */
function clearLines(lines: readonly string[]): ReadonlyMap<string, Clear> {
  const found = new Map<string, Clear>();
  let d: Line | null = null;
  let tr: Line | null = null;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const value = lines[at] ?? '';
    const said = value.trim();
    if (/^d\s/i.test(said)) d = { line: at + 1, value };
    if (/^Tr\s/i.test(said)) tr = { line: at + 1, value };
    if (said.startsWith('newmtl ')) found.set(said.slice('newmtl '.length), { d, tr });
  }
  return found;
}

/** Minimum and maximum number of values after an option of a map. */
const OPTIONS: Readonly<Record<string, readonly [number, number]>> = {
  '-blendu': [1, 1],
  '-blendv': [1, 1],
  '-bm': [1, 1],
  '-boost': [1, 1],
  '-cc': [1, 1],
  '-clamp': [1, 1],
  '-imfchan': [1, 1],
  '-mm': [2, 2],
  '-o': [1, 3],
  '-s': [1, 3],
  '-t': [1, 3],
  '-texres': [1, 1],
  '-type': [1, 1],
};
const VALUE = /^(?:on|off|[-+]?[\d.,]+(?:e[-+]?\d+)?|[rgbmlz]|sphere|cube_\w+)$/i;

/**
 * Returns the file name in a map such as `-s 1 1 1 -blendu on C:\tex\18 mm.tga`.
 *
 * Options come first; the rest is the name, with spaces. If a number could be part of either, an
 * existing file decides.
 */
function pathOf(value: string, isFile: (name: string) => boolean): string {
  const names = namesIn(value.trim());
  return names.find(isFile) ?? names[0] ?? '';
}

/** Returns every name that a value can mean, first the one whose options take the most values. */
function namesIn(value: string): readonly string[] {
  const [, option = '', rest = ''] = /^(-[a-z]+)\s+(\S.*)$/i.exec(value) ?? [];
  const [least, most] = OPTIONS[option.toLowerCase()] ?? [0, 0];
  if (most === 0) return [value.replace(/^"(.*)"$/, '$1')];
  const names: string[] = [];
  let left = rest;
  for (let taken = 1; taken <= most; taken += 1) {
    const [, word = '', behind = ''] = /^(\S+)\s+(\S.*)$/.exec(left) ?? [];
    if (word === '' || !VALUE.test(word)) break;
    left = behind;
    if (taken >= least) names.unshift(...namesIn(left));
  }
  return names.length > 0 ? names : [left.replace(/^"(.*)"$/, '$1')];
}
