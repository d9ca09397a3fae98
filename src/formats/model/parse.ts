import type { ModelContent } from './content.ts';
import { IDENTIFYING } from '../identify.ts';
import { fileFor, modelFormatOf } from './names.ts';
import { ModelFault } from './types.ts';
import type { Limits, ModelFacts, ModelFile, ModelFormat, TextureFact } from './types.ts';
import { readCollada } from './collada.ts';
import { readFbx } from './fbx.ts';
import { flatten } from './flatten.ts';
import type { Flat } from './flatten.ts';
import { boxOf, edgesOf } from './measure.ts';
import { readObj } from './obj.ts';
import { errorOf, mayBeReread, withLongNumbers } from './precise.ts';
import { Notes } from './reading.ts';
import type { Input, Reading } from './reading.ts';
import { holdStill } from './shims.ts';
import { checkKind } from './sniff.ts';
import { readVrml } from './vrml.ts';

type Drawable = Exclude<ModelFormat, 'e3d'>;

const READERS: Readonly<Record<Drawable, (input: Input) => Reading | Promise<Reading>>> = {
  obj: readObj,
  dae: readCollada,
  fbx: readFbx,
  wrl: readVrml,
};

/** Limits of the lists in the facts: a list of a million entries would freeze the window. */
const MOST_TOLD = 2000;
const MOST_NOTES = 500;

export interface Parsed {
  readonly facts: ModelFacts;
  readonly content: ModelContent | null;
  /** The pictures that `surfaces[].image` refers to, found or not. */
  readonly pictures: readonly { readonly name: string; readonly data: Blob | null }[];
}

/**
 * Reads the model among `files`.
 *
 * Throws `ModelFault` when it cannot be read.
 */
export async function parseModel(
  files: readonly ModelFile[],
  main: string | undefined,
  limits: Limits,
): Promise<Parsed> {
  holdStill();
  const file = files.find((each) =>
    main === undefined ? modelFormatOf(each.name) !== null : each.name === main,
  );
  const format = file === undefined ? null : modelFormatOf(file.name);
  if (file === undefined || format === null)
    throw new ModelFault('noModel', { name: main ?? files[0]?.name ?? '' });
  if (file.data.size > limits.bytes)
    throw new ModelFault('tooBig', { size: file.data.size, limit: limits.bytes });
  const part = format === 'e3d' ? file.data.slice(0, IDENTIFYING) : file.data;
  const bytes = new Uint8Array(await part.arrayBuffer());
  checkKind(bytes, format);
  if (format === 'e3d') return opaque(file);
  const others = files.filter((each) => each !== file);
  const input: Input = { file, bytes, files: others, limits, notes: new Notes() };
  const read = await readWhole(format, input);
  const error = errorOf(read.flat, read.box);
  if (error === null) return assemble(format, input, read, true);
  if (mayBeReread(read.flat)) {
    // A reader may have changed its bytes.
    const again = new Uint8Array(await file.data.arrayBuffer());
    const anew: Input = { ...input, bytes: again, notes: new Notes() };
    return assemble(format, anew, await readWhole(format, anew, true), false);
  }
  input.notes.add('coarse', { value: Number(error.toPrecision(1)) });
  return assemble(format, input, read, true);
}

interface Whole {
  readonly reading: Reading;
  readonly flat: Flat;
  readonly box: ModelFacts['box'];
}

async function readWhole(format: Drawable, input: Input, isLong = false): Promise<Whole> {
  const read = () => readPlainly(format, input);
  const reading = await (isLong ? withLongNumbers(read) : read());
  const flat = flatten(reading, input.limits, input.notes);
  return { reading, flat, box: boxOf(flat) };
}

// Any error of a reader becomes a ModelFault with the original message as detail.
async function readPlainly(format: Drawable, input: Input): Promise<Reading> {
  try {
    return await READERS[format](input);
  } catch (thrown) {
    if (thrown instanceof ModelFault) throw thrown;
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof RangeError && /call stack/i.test(said))
      throw new ModelFault('tooDeep', { limit: input.limits.depth }, said);
    throw new ModelFault('unreadable', { format: format.toUpperCase() }, said);
  }
}

function assemble(
  format: Drawable,
  input: Input,
  { reading, flat, box }: Whole,
  hasEdges: boolean,
): Parsed {
  const { notes, limits } = input;
  tellShape(box, flat, notes);
  const names = [
    ...new Set(flat.surfaces.map(({ texture }) => texture).filter((each) => each !== null)),
  ];
  const pictures = names.map((name) => ({ name, data: pictureOf(name, input, reading) }));
  if (names.length > limits.images) notes.add('manyImages', { limit: limits.images });
  const facts: ModelFacts = {
    format,
    version: reading.version,
    bytes: input.file.data.size,
    up: reading.up,
    unit: reading.unit,
    box,
    triangles: flat.triangles,
    materials: flat.surfaces.slice(0, MOST_TOLD).map(({ name, color, texture }) => ({
      name,
      color,
      texture: texture === null ? null : shown(texture),
    })),
    textures: pictures
      .slice(0, MOST_TOLD)
      .map(({ name, data }) => texture(name, data !== null, flat)),
    libraries: reading.libraries.slice(0, MOST_TOLD),
    notes: notes.all().slice(0, MOST_NOTES),
  };
  const surfaces = flat.surfaces.map(({ texture, ...rest }) => ({
    ...rest,
    image: texture === null ? null : names.indexOf(texture),
  }));
  const { geometries, parts } = flat;
  return {
    facts,
    pictures,
    content: { geometries, parts, surfaces, edges: hasEdges ? edgesOf(flat) : null, images: [] },
  };
}

function tellShape(box: ModelFacts['box'], flat: Flat, notes: Notes): void {
  if (box === null) return notes.add('nothing');
  const { min, max } = box;
  const flatAxes = (['x', 'y', 'z'] as const).filter((axis) => max[axis] - min[axis] === 0);
  if (flatAxes.length > 0) notes.add('flat', { axes: flatAxes.join(', ').toUpperCase() });
  if (flat.triangles === 0) notes.add('loose');
}

function texture(name: string, found: boolean, flat: Flat): TextureFact {
  const user = flat.surfaces.find((each) => each.texture === name);
  return { name: shown(name), found, material: user?.name ?? null };
}

const shown = (name: string) => (name.startsWith('data:') ? 'data:' : name);

function pictureOf(name: string, { files }: Input, { embedded }: Reading): Blob | null {
  const inside = embedded.get(name);
  if (inside !== undefined) return inside;
  if (name.startsWith('data:')) return unfold(name);
  return fileFor(files, name)?.data ?? null;
}

function unfold(address: string): Blob | null {
  const [head = '', body = ''] = address.split(',', 2);
  if (!head.endsWith(';base64')) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replace(/[^A-Za-z0-9+/=]/g, '')), (each) =>
      each.charCodeAt(0),
    );
    return new Blob([bytes], { type: head.slice(5, -7) });
  } catch {
    return null;
  }
}

function opaque(file: ModelFile): Parsed {
  const facts: ModelFacts = {
    format: 'e3d',
    version: 'E3D',
    bytes: file.data.size,
    up: 'y',
    unit: { millimetres: null, from: 'none', said: null },
    box: null,
    triangles: 0,
    materials: [],
    textures: [],
    libraries: [],
    notes: [],
  };
  return { facts, content: null, pictures: [] };
}
