import { Color, SRGBColorSpace } from 'three';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import type { NamedSurface, Notes } from './reading.ts';
import { COMMA_NUMBER, quote } from './text.ts';

const NUMERIC = /^\s*(Ka|Kd|Ks|Ke|Tf|Ns|Ni|d|Tr|illum|sharpness|Pr|Pm)\s+(.+?)\s*$/i;
// Clearer than this and nobody would see that there is anything.
const UNSEEN = 0.01;

/** The surfaces of an MTL by name; what would hide a thing by mistake is mended and said. */
export function readMtl(
  text: string,
  file: string,
  notes: Notes,
): ReadonlyMap<string, NamedSurface> {
  // The reader knows a word by the blank behind it; some programs write another one.
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => mendCommas(line.replace(/^(\s*\S+)\s+/, '$1 '), at + 1, file, notes));
  const creator = new MTLLoader().parse(lines.join('\n'), '');
  return new Map(
    Object.entries(creator.materialsInfo).map(([name, info]) => {
      const map = info.map_kd;
      const opacity = opacityOf(name, info, lines, file, notes);
      return [
        name,
        {
          name,
          color: colorOf(info.kd),
          opacity,
          doubleSided: true,
          texture: map === undefined ? null : pathOf(map),
        },
      ];
    }),
  );
}

function mendCommas(line: string, number: number, file: string, notes: Notes): string {
  const found = NUMERIC.exec(line);
  if (found === null) return line;
  const parts = (found[2] ?? '').split(/\s+/);
  if (!parts.some((part) => COMMA_NUMBER.test(part))) return line;
  notes.add('comma', { line: number, file, value: quote(line) }, true);
  return `${found[1] ?? ''} ${parts.map((part) => part.replace(',', '.')).join(' ')}`;
}

function colorOf(kd: readonly (number | string)[] | undefined): string {
  // One number stands for all three.
  const [r = 0.8, g = r, b = r] = (kd ?? []).map(Number).filter(Number.isFinite);
  const color = new Color().setRGB(r, g, b, SRGBColorSpace);
  return `#${color.getHexString(SRGBColorSpace)}`;
}

// `Tr` means "clear" to some programs and "solid" to others; where it would make the thing vanish,
// the other meaning is the true one.
function opacityOf(
  name: string,
  info: { readonly d?: unknown; readonly tr?: unknown },
  lines: readonly string[],
  file: string,
  notes: Notes,
): number {
  const { d, tr } = info;
  const opacity = d !== undefined ? Number(d) : tr === undefined ? 1 : 1 - Number(tr);
  if (opacity > UNSEEN) return Math.min(opacity, 1);
  const start = lines.findIndex((line) => line.trim() === `newmtl ${name}`);
  const word = d === undefined ? /^\s*Tr\s/i : /^\s*d\s/i;
  const line = lines.findIndex((each, at) => at > start && word.test(each));
  notes.add('clearLine', { name, file, line: line + 1, value: quote(lines[line] ?? '') }, true);
  return 1;
}

// `-s 1 1 1 -blendu on C:\tex\dab.tga`: options first, the rest is the name, blanks and all.
function pathOf(value: string): string {
  const parts = value.trim().split(/\s+/);
  let at = 0;
  while (at < parts.length - 1 && /^-[a-z]+$/i.test(parts[at] ?? '')) {
    at += 1;
    while (at < parts.length - 1 && /^(on|off|[-+.\d]+|[rgbmlz])$/i.test(parts[at] ?? '')) at += 1;
  }
  return parts
    .slice(at)
    .join(' ')
    .replace(/^"(.*)"$/, '$1');
}
