import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readUploadPath, readWrite } from '#core/service/answers.ts';
import { readList, readRecord, recordsOf } from '#core/service/envelope.ts';
import { readJson } from '#core/service/json.ts';
import { missShape, templateOf } from '#core/service/notFoundSignatures.ts';
import { unapplied } from '#core/service/statuses.ts';
import { wordsOf } from '#core/service/words.ts';

const NAMES =
  '_id $oid fittings fitting data message error files file path total totalFittings ' +
  '__proto__ constructor prototype toString hasOwnProperty';
const keys = fc.constantFrom(...NAMES.split(' '));
const leaves = fc.oneof(
  fc.constantFrom<unknown>('a1', 'f'.repeat(24), '../x', '', null, 0, -1, 1e15, true, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
);

/** JSON texts made of the names that the readers look for, poison among them. */
const { node: texts } = fc.letrec<{ node: string; leaf: string; list: string; object: string }>(
  (tie) => ({
    node: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list'), tie('object')),
    leaf: leaves.map((value) => JSON.stringify(value)),
    list: fc.array(tie('node'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
    object: fc
      .array(fc.tuple(keys, tie('node')), { maxLength: 5 })
      .map((members) => `{${members.map(([key, value]) => `"${key}": ${value}`).join(',')}}`),
  }),
);

/** The same, now and then damaged: cut off, spliced, bytes changed. */
const bodies = fc.oneof(
  texts.map((text) => Buffer.from(text)),
  fc.tuple(texts, fc.nat()).map(([text, at]) => Buffer.from(text.slice(0, at % (text.length + 1)))),
  fc.tuple(texts, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
    const bytes = Buffer.from(text);
    bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

function prototypeKeys(): string {
  return [Object.prototype, Array.prototype, Function.prototype]
    .map((each) => Object.getOwnPropertyNames(each).sort().join())
    .join('|');
}

describe('any answer at all', () => {
  const before = prototypeKeys();

  it('is read without a crash, and what is read is whole', () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(...KINDS), (body, kind) => {
        const reading = readJson(body, 1 << 20);
        if (!reading.readable) return;
        const resource = resourceOf(kind);
        const single = readRecord(reading, resource);
        const listed = recordsOf(readList(reading, resource)?.entries ?? []);
        for (const { id, text, record } of [...(single ? [single] : []), ...listed]) {
          expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          const again = readJson(Buffer.from(text), 1 << 20);
          expect(again.readable && again.value).toEqual(record);
          expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
        }
        readWrite(reading, resource);
        readUploadPath(reading.value, 'a.png');
      }),
      { numRuns: 5000 },
    );
    expect(prototypeKeys()).toBe(before);
  });

  it('has an outcome under every status', () => {
    const statuses = fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 408, 429, 500, 503);
    fc.assert(
      fc.property(bodies, statuses, fc.boolean(), (body, status, makes) => {
        const answer = { status, location: null, retryAfter: null, body };
        const outcome = unapplied({ answered: true, answer }, makes);
        const accepted = status < 300 && outcome === null;
        expect(accepted || outcome !== null).toBe(true);
        if (outcome?.outcome === 'refused') expect(outcome.message.length).toBeLessThanOrEqual(500);
        expect(wordsOf(body).length).toBeLessThanOrEqual(500);
        const shape = missShape(answer);
        if (shape) templateOf(shape, 'a1');
      }),
      { numRuns: 3000 },
    );
    expect(prototypeKeys()).toBe(before);
  });

  it('R10: takes no time that grows with the square of its length', () => {
    for (const piece of [
      '<title',
      '{"',
      '\\',
      '/',
      'invalid file ',
      'route ',
      '<',
      '[',
      '"',
      '0',
    ]) {
      const body = Buffer.from(piece.repeat(50_000));
      const start = performance.now();
      readJson(body, 1 << 22);
      wordsOf(body);
      missShape({ status: 404, location: null, retryAfter: null, body });
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });
});
