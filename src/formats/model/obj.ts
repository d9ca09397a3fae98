import { Group } from 'three';
import type { Object3D } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { fileFor } from './names.ts';
import { readMtl } from './mtl.ts';
import type { Input, NamedSurface, Reading } from './reading.ts';
import { cutPolygons } from './objPolygons.ts';
import { scanObj } from './objScan.ts';
import { decodeText, readRemarks } from './text.ts';

/** Wavefront OBJ with any number of MTL files; it knows neither unit nor axis, comments may. */
export async function readObj(input: Input): Promise<Reading> {
  const { notes, limits } = input;
  const source = decodeText(input.bytes, notes);
  const { text, libraries } = scanObj(source, limits, notes);
  const root = build(cutPolygons(text));
  const found = await Promise.all([...new Set(libraries)].map((name) => library(name, input)));
  return {
    ...readRemarks(source),
    root,
    version: 'Wavefront OBJ',
    libraries: found.map(({ name, surfaces }) => ({ name, found: surfaces !== null })),
    neutral: true,
    surfaces: new Map(found.flatMap(({ surfaces }) => [...(surfaces ?? [])])),
    embedded: new Map(),
  };
}

/** Faces, lines and points; a line may go on in the next one. */
const DRAWN = [
  /^[ \t]*f[ \t](?:.*\\\r?\n)*.*/gm,
  /^[ \t]*l[ \t](?:.*\\\r?\n)*.*/gm,
  /^[ \t]*p[ \t](?:.*\\\r?\n)*.*/gm,
];

// three.js makes one kind of thing of each object: faces with a single line among them would all be lines.
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

async function library(name: string, { files, limits, notes }: Input): Promise<Library> {
  const file = fileFor(files, name);
  if (file === undefined || file.data.size > limits.bytes) return { name, surfaces: null };
  const isFile = (each: string) => fileFor(files, each) !== undefined;
  const text = decodeText(new Uint8Array(await file.data.arrayBuffer()), notes);
  return { name, surfaces: readMtl(text, file.name, notes, isFile) };
}
