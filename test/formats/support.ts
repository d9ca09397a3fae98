import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseModel } from '#formats/model/parse.ts';
import type { Parsed } from '#formats/model/parse.ts';
import { LIMITS, ModelFault } from '#formats/model/types.ts';
import type { FaultCode, LengthUnit, Limits, Params } from '#formats/model/types.ts';
import { boxInMillimetres } from '#formats/model/units.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/models/', import.meta.url));

export type Given = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** Reads the first of the files as the worker does. */
export function parse(given: Given, limits: Partial<Limits> = {}): Promise<Parsed> {
  const files = Object.entries(given).map(([name, data]) => ({ name, data: new Blob([data]) }));
  return parseModel(files, files[0]?.name, { ...LIMITS, ...limits });
}

/** Returns a file made by a real program. */
export function made(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fs.readFileSync(path.join(FOLDER, name)));
}

export function madeText(name: string): string {
  return new TextDecoder().decode(made(name));
}

/** Returns the error of a refused model; throws when it was read. */
export async function refusal(
  reading: Promise<Parsed>,
): Promise<{ code: FaultCode; params: Params }> {
  try {
    const { facts } = await reading;
    throw new Error(`It was read: ${JSON.stringify(facts)}`);
  } catch (thrown) {
    if (!(thrown instanceof ModelFault)) throw thrown;
    return { code: thrown.code, params: thrown.params };
  }
}

/** Returns the size of the model in millimetres, to a hundredth. */
export function size({ facts }: Parsed, unit: LengthUnit | null = null): readonly number[] {
  const box = boxInMillimetres(facts, unit);
  if (box === null) return [];
  return [box.size.x, box.size.y, box.size.z].map((each) => Math.round(each * 100) / 100);
}

export function codes({ facts }: Parsed): readonly string[] {
  return facts.notes.map(({ code }) => code);
}
