import { describe, expect, it } from 'vitest';
import { mendCommas as mendCollada } from '#formats/model/colladaScan.ts';
import { scanTextFbx } from '#formats/model/fbxText.ts';
import { Notes } from '#formats/model/reading.ts';
import { mendCommas as mendVrml } from '#formats/model/vrmlScan.ts';
import { LIMITS } from '#formats/model/types.ts';

const [FEW, COUNT] = [600, 6000];
const many = (one: string, count: number) => `${one}${'\n'.repeat(20)}`.repeat(count);
const fbx = (count: number) => many('Vertices: *2 {\na: 1,5,2,5\n}', count);

/** Repairs, with its notes, a text with `count` numbers that have a decimal comma. */
const MENDS = {
  COLLADA: (notes: Notes, count: number) =>
    mendCollada(many('<translate>1,5 0 0</translate>', count), notes),
  VRML: (notes: Notes, count: number) => mendVrml(many('translation 1,5 0 0', count), notes),
  FBX: (notes: Notes, count: number) =>
    scanTextFbx(`FBXVersion: 7400\n${fbx(count)}`, LIMITS, notes).text,
} as const;

describe('many numbers with a comma', () => {
  it.each(Object.entries(MENDS))('in %s are mended in one walk through the text', (_, mend) => {
    const took = (count: number) => {
      const notes = new Notes();
      const began = performance.now();
      const text = mend(notes, count);
      return { notes, text, time: performance.now() - began };
    };
    took(FEW);
    const few = took(FEW);
    const { notes, text, time } = took(COUNT);
    // Counting the lines from the top for each number would take a hundred times as long.
    expect(time).toBeLessThan(40 * Math.max(few.time, 5));
    expect(text.match(/1\.5/g)).toHaveLength(COUNT);
    const [note] = notes.all();
    expect(note?.params).toMatchObject({ line: note?.code === 'commaList' ? 2 : 1, count: COUNT });
  });
});
