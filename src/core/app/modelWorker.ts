import { openAsBlob } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { extensionOf, missingFiles } from '#formats/model/names.ts';
import { parseModel } from '#formats/model/parse.ts';
import type { Parsed } from '#formats/model/parse.ts';
import { asFault, LIMITS, ModelFault } from '#formats/model/types.ts';
import type { FaultCode, ModelFile, ModelNote } from '#formats/model/types.ts';
import { readHead } from '#formats/picture/imageHead.ts';
import { pictureNote } from '#formats/picture/pictureNote.ts';
import { checkSvg } from '#formats/picture/svgScan.ts';
import { faultSentence, noteSentence } from '#formats/say.ts';
import { modelQuestion } from './inspect/protocol.ts';
import type { ModelAnswer, ModelFigures, ModelQuestion } from './inspect/protocol.ts';

// Entry of the model thread. It reads untrusted files with the readers of the window. Its owner may
// end it at any moment. It writes nothing and has no profile.
if (parentPort === null) throw new Error('This file is started as a thread by Cabinet itself.');
const port = parentPort;
port.on('message', (message: unknown) => {
  void read(modelQuestion.parse(message)).then((answer) => port.postMessage(answer));
});

/** A file with these faults can be sent, but not shown. */
const SENDABLE: ReadonlySet<FaultCode> = new Set([
  'tooBig',
  'tooMany',
  'tooManyWords',
  'stopped',
  'opaque',
]);

async function read(question: ModelQuestion): Promise<ModelAnswer> {
  try {
    if (question.is === 'model') return await readModel(question);
    await checkPicture(question.file);
    return { faults: [], notes: [], model: null };
  } catch (thrown) {
    const fault = asFault(thrown);
    const said = [faultSentence(fault)];
    return SENDABLE.has(fault.code)
      ? { faults: [], notes: said, model: null }
      : { faults: said, notes: [], model: null };
  }
}

async function readModel({ file, beside }: ModelQuestion): Promise<ModelAnswer> {
  const files = await Promise.all([file, ...beside].map(opened));
  const parsed = await parseModel(files, file.name, LIMITS);
  const notes = [...parsed.facts.notes, ...(await pictureNotes(parsed))];
  return { faults: [], notes: notes.map(noteSentence), model: figuresOf(parsed) };
}

async function checkPicture({ name, path }: ModelQuestion['file']): Promise<void> {
  const data = await openAsBlob(path);
  await (extensionOf(name) === '.svg' ? checkSvg(data, LIMITS) : checkHead(data));
}

async function checkHead(data: Blob): Promise<void> {
  if (data.size > LIMITS.imageBytes)
    throw new ModelFault('tooBig', { size: data.size, limit: LIMITS.imageBytes });
  readHead(new Uint8Array(await data.arrayBuffer()), LIMITS);
}

/** Significant digits of a model's coordinate. */
const DIGITS = 7;

async function opened({ name, path }: ModelQuestion['file']): Promise<ModelFile> {
  return { name, data: await openAsBlob(path) };
}

function figuresOf({ facts }: Parsed): ModelFigures {
  const { box, unit } = facts;
  const scale = unit.millimetres ?? 1;
  const side = (axis: 'x' | 'y' | 'z') =>
    box === null ? null : Number(((box.max[axis] - box.min[axis]) * scale).toPrecision(DIGITS));
  return {
    size: { x: side('x'), y: side('y'), z: side('z') },
    unit: unit.millimetres === null ? null : 'mm',
    triangles: facts.triangles,
    missing: [...missingFiles(facts)],
  };
}

/**
 * Checks the heads of a model's textures by the rules of the window.
 *
 * They are read one after the other, which limits the memory.
 */
async function pictureNotes({ pictures }: Parsed): Promise<readonly ModelNote[]> {
  const notes: ModelNote[] = [];
  for (const { name, data } of pictures.slice(0, LIMITS.images)) {
    try {
      if (data !== null) await checkHead(data);
    } catch (thrown) {
      notes.push(pictureNote(name, thrown));
    }
  }
  return notes;
}
