import { describe, expect, it } from 'vitest';
import { adaptiveChunks } from '#core/service/adaptiveChunks.ts';

const MB = 1 << 20;
const SMALL = 64 << 10;

/** Carries a file in pieces of a MB over a line that takes `speed(sent)` bytes a millisecond. */
async function carry(size: number, speed: (sent: number) => number) {
  const file = Buffer.alloc(size, 'what is carried ');
  let [now, closed] = [0, false];
  async function* read() {
    try {
      for (let at = 0; at < size; at += MB) yield await Promise.resolve(file.subarray(at, at + MB));
    } finally {
      closed = true;
    }
  }
  const told: number[] = [];
  const taken: Buffer[] = [];
  const content = adaptiveChunks(read(), { now: () => now, moved: (sent) => told.push(sent) });
  for await (const piece of content as AsyncIterable<Buffer>) {
    taken.push(piece);
    now += piece.length / speed(taken.reduce((sum, { length }) => sum + length, 0));
  }
  const isSame = Buffer.concat(taken).equals(file);
  return { isSame, closed, told, lengths: taken.map(({ length }) => length) };
}

describe('a file over a line', () => {
  it('is carried whole, in small pieces at first and in large ones where the line is quick', async () => {
    const { isSame, told, lengths } = await carry(20 * MB + 5, () => 50_000);
    expect(isSame).toBe(true);
    expect(lengths.slice(0, 8 * 16)).toEqual(Array.from({ length: 8 * 16 }, () => SMALL));
    expect(lengths.slice(8 * 16)).toEqual([...Array.from({ length: 12 }, () => MB), 5]);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(20 * MB + 5);
  });

  it('stays in small pieces where the line is slow, however much the system takes in at first', async () => {
    const { lengths } = await carry(12 * MB, (sent) => (sent < 4 * MB ? 1_000_000 : 20));
    expect(Math.max(...lengths)).toBe(SMALL);
  });

  it('goes back to small pieces when a quick line becomes slow', async () => {
    const { isSame, lengths } = await carry(30 * MB, (sent) => (sent < 20 * MB ? 50_000 : 20));
    expect(isSame).toBe(true);
    expect(Math.max(...lengths.slice(-100))).toBe(SMALL);
  });

  it('that is given up is no longer read', async () => {
    let closed = false;
    async function* read() {
      try {
        for (;;) yield await Promise.resolve(Buffer.alloc(MB));
      } finally {
        closed = true;
      }
    }
    const content = adaptiveChunks(read(), { now: () => 0, moved: () => undefined });
    for await (const _ of content) break;
    await expect.poll(() => closed).toBe(true);
  });
});
