import { describe, expect, it } from 'vitest';
import { mendCommas as mendCollada } from '../../../src/renderer/src/model/worker/colladaScan.ts';
import { scanTextFbx } from '../../../src/renderer/src/model/worker/fbxText.ts';
import { Notes } from '../../../src/renderer/src/model/worker/reading.ts';
import { mendCommas as mendVrml } from '../../../src/renderer/src/model/worker/vrmlScan.ts';
import { LIMITS } from '../../../src/renderer/src/model/types.ts';

const COUNT = 6000;
const many = (one: string) => `${one}${'\n'.repeat(20)}`.repeat(COUNT);
const FBX = many('Vertices: *2 {\na: 1,5,2,5\n}');

/** What is told of a text in which thousands of numbers stand with a comma. */
const MENDS = {
  COLLADA: (notes: Notes) => mendCollada(many('<translate>1,5 0 0</translate>'), notes),
  VRML: (notes: Notes) => mendVrml(many('translation 1,5 0 0'), notes),
  FBX: (notes: Notes) => scanTextFbx(`FBXVersion: 7400\n${FBX}`, LIMITS, notes).text,
} as const;

describe('many numbers with a comma', () => {
  it.each(Object.entries(MENDS))('in %s are mended in one walk through the text', (_, mend) => {
    const notes = new Notes();
    const began = performance.now();
    const text = mend(notes);
    // Counting the lines from the top for each of them took seconds.
    expect(performance.now() - began).toBeLessThan(1500);
    expect(text.match(/1\.5/g)).toHaveLength(COUNT);
    const [note] = notes.all();
    expect(note?.params).toMatchObject({ line: note?.code === 'commaList' ? 2 : 1, count: COUNT });
  });
});
