import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { fileFor } from '../names.ts';
import { readMtl } from './mtl.ts';
import type { Input, NamedSurface, Reading } from './reading.ts';
import { scanObj } from './objScan.ts';
import { decodeText, readRemarks } from './text.ts';

/** Wavefront OBJ with any number of MTL files; it knows neither unit nor axis, comments may. */
export async function readObj(input: Input): Promise<Reading> {
  const { notes, limits } = input;
  const source = decodeText(input.bytes, notes);
  const { text, libraries } = scanObj(source, limits, notes);
  const root = new OBJLoader().parse(text);
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

interface Library {
  readonly name: string;
  readonly surfaces: ReadonlyMap<string, NamedSurface> | null;
}

async function library(name: string, { files, limits, notes }: Input): Promise<Library> {
  const file = fileFor(files, name);
  if (file === undefined || file.data.size > limits.bytes) return { name, surfaces: null };
  const text = decodeText(new Uint8Array(await file.data.arrayBuffer()), notes);
  return { name, surfaces: readMtl(text, file.name, notes) };
}
