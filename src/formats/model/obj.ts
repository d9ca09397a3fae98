import { Group } from 'three';
import type { Object3D } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { fileFor } from './names.ts';
import { readMtl } from './mtl.ts';
import type { Input, NamedSurface, Reading } from './reading.ts';
import type { ModelFile } from './types.ts';
import { cutPolygons } from './objPolygons.ts';
import { scanObj } from './objScan.ts';
import { decodeText, readRemarks } from './text.ts';

/**
 * Reads Wavefront OBJ with any number of MTL files.
 *
 * The format has no unit and no axis, but comments may name them.
 */
export async function readObj(input: Input): Promise<Reading> {
  const { notes, limits } = input;
  const source = decodeText(input.bytes, notes);
  const { text, libraries } = scanObj(source, limits, notes);
  const root = build(cutPolygons(text));
  const found = await readLibraries(new Set(libraries), input);
  return {
    ...readRemarks(source),
    root,
    version: 'Wavefront OBJ',
    libraries: found.map(({ name, surfaces }) => ({ name, found: surfaces !== null })),
    neutral: true,
    surfaces: surfacesOf(found),
    embedded: new Map(),
  };
}

/** Faces, lines and points; a backslash continues a line. */
const DRAWN = [
  /^[ \t]*f[ \t](?:.*\\\r?\n)*.*/gm,
  /^[ \t]*l[ \t](?:.*\\\r?\n)*.*/gm,
  /^[ \t]*p[ \t](?:.*\\\r?\n)*.*/gm,
];

// three.js makes one kind of object from each group: one line among faces would turn them all into
// lines.
function build(text: string): Object3D {
  const held = DRAWN.filter((each) => text.search(each) !== -1);
  if (held.length < 2) return new OBJLoader().parse(text);
  const whole = new Group();
  for (const own of held) {
    const others = held.filter((each) => each !== own);
    const alone = others.reduce((left, each) => left.replace(each, ''), text);
    whole.add(new OBJLoader().parse(alone));
  }
  return whole;
}

interface Library {
  readonly name: string;
  readonly surfaces: ReadonlyMap<string, NamedSurface> | null;
}

/**
 * Reads the material lists that a model names, one after the other.
 *
 * Many names may lead to one file, which is read once. Together they may be as large as a model.
 */
async function readLibraries(
  names: Iterable<string>,
  { files, limits, notes }: Input,
): Promise<readonly Library[]> {
  const isFile = (each: string) => fileFor(files, each) !== undefined;
  const read = new Map<ModelFile, Library['surfaces']>();
  let room = limits.bytes;
  const found: Library[] = [];
  for (const name of names) {
    const file = fileFor(files, name);
    if (file !== undefined && !read.has(file) && file.data.size <= room) {
      room -= file.data.size;
      const text = decodeText(new Uint8Array(await file.data.arrayBuffer()), notes);
      read.set(file, readMtl(text, file.name, notes, isFile));
    }
    found.push({ name, surfaces: (file === undefined ? null : read.get(file)) ?? null });
  }
  return found;
}

/** Returns the surfaces of all lists by name; the list that is named last counts. */
function surfacesOf(found: readonly Library[]): ReadonlyMap<string, NamedSurface> {
  const surfaces = new Map<string, NamedSurface>();
  // A list named again moves to the end.
  const lists = new Set(found.toReversed().map((each) => each.surfaces));
  for (const list of [...lists].toReversed())
    for (const [name, surface] of list ?? []) surfaces.set(name, surface);
  return surfaces;
}
