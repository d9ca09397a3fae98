import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAppError } from '#contract/errors.ts';
import { procedures } from '#contract/procedures.ts';
import type { Field } from '#contract/resources/field.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { checkValues } from '#contract/values.ts';
import { readUploadPath, readWrite } from '#core/service/answers.ts';
import { readList, readRecord } from '#core/service/envelope.ts';
import { readJson } from '#core/service/json.ts';
import { unapplied } from '#core/service/statuses.ts';
import type { JsonObject } from '#reference/json.ts';
import { openDesk } from '../support/desk.ts';
import { NAUGHTY } from './naughty.ts';
import { chanceOf } from './random.ts';
import type { Chance } from './random.ts';
import { MODEL_KIND, ModelService } from './service.ts';

const ANSWERS = 100_000;
const MESSAGES = 10_000;

function prototypes(): string {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype]
    .map((each) => Object.getOwnPropertyNames(each).sort().join())
    .join('|');
}

/** Real answers of the service, in several of its readings. */
async function corpus(): Promise<Buffer[]> {
  const answers: Buffer[] = [];
  for (const wrapped of [false, true]) {
    const variant = wrapped
      ? ({
          createAnswer: 'wrapped',
          patchAnswer: 'mongo',
          idShape: 'oid',
          uploadShape: 'file',
        } as const)
      : {};
    const model = new ModelService(variant, chanceOf(1), () => new Date(0));
    model.state.addToken('t');
    const ask = async (method: string, path: string, body?: JsonObject) => {
      const answer = await model.handle({ method, path, token: 't', ...(body && { body }) });
      answers.push(answer.body);
    };
    for (const segment of ['fittings', 'materials', 'products', 'edge_band']) {
      await ask('POST', `/adminapi/${segment}`, {
        kod: 'K',
        SIFRA: 'S',
        code: 'C',
        name: 'Zawias 110°',
        price: '8.90',
      });
      await ask('GET', `/adminapi/${segment}?limit=10`);
      await ask('GET', `/adminapi/${segment}/none`);
    }
    const file = { name: 'a.svg', bytes: Buffer.from('<svg/>') };
    const upload = { method: 'POST', path: '/adminapi/fittings/upload_image', token: 't', file };
    answers.push((await model.handle(upload)).body);
  }
  return answers;
}

const POISON = [
  '"__proto__":{"x":1},',
  '"constructor":{"prototype":{"x":1}},',
  '1e999',
  '\u0000',
  '\ud800',
  '[[[[',
  '"_id":{"$oid":[]},',
];

function mutate(answer: Buffer, chance: Chance): Buffer {
  const bytes = Buffer.from(answer);
  const at = chance.below(bytes.length + 1);
  switch (chance.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      if (bytes.length > 0) bytes[at % bytes.length] = chance.below(256);
      return bytes;
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(chance.pick(POISON)),
        bytes.subarray(at),
      ]);
    case 3:
      return Buffer.from(
        bytes.toString().replaceAll('_id', chance.pick(['id', '__proto__', '$oid', ''])),
      );
    case 4:
      return Buffer.concat([bytes, bytes]);
    default:
      return Buffer.from(
        bytes
          .toString()
          .replaceAll(/"[^"]*"/g, (text) =>
            chance.happens(0.2) ? chance.pick(['null', '7', '{}', '[]', 'true']) : text,
          ),
      );
  }
}

describe('answers of any kind', () => {
  it(`R4: ${ANSWERS} mutated ones are read without a crash and without touching a prototype`, async () => {
    const before = prototypes();
    const originals = await corpus();
    const chance = chanceOf(2026);
    for (let n = 0; n < ANSWERS; n += 1) {
      const body = mutate(chance.pick(originals), chance);
      const kind = chance.pick(KINDS);
      const resource = resourceOf(kind);
      const reading = readJson(body, 1 << 20);
      const answer = {
        status: chance.pick([200, 201, 204, 302, 400, 404, 500]),
        location: null,
        retryAfter: null,
        body,
      };
      unapplied({ answered: true, answer }, chance.happens(0.5));
      if (!reading.readable) continue;
      for (const { id } of readList(reading, resource)?.entries ?? [])
        expect(id === null || id.length > 0).toBe(true);
      const record = readRecord(reading, resource);
      if (record !== null) expect(record.id).not.toBe('');
      readWrite(reading, resource);
      const path = readUploadPath(reading.value, 'a.svg');
      expect(path === null || path.length > 0).toBe(true);
    }
    expect(prototypes()).toBe(before);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  }, 120_000);
});

describe('messages of any kind', () => {
  it(`${MESSAGES} random calls are answered or refused, and the program goes on`, async () => {
    const before = prototypes();
    const desk = await openDesk();
    const kept = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'KEPT', name: 'Kept' },
      files: [],
    });
    // Without a session none of the calls sends the change that was kept.
    await desk.call('session.logout', {});
    const known = Object.keys(procedures).filter(
      (name) => !['session.login', 'outbox.discard'].includes(name),
    );
    const names = fc.oneof(
      fc.constantFrom(...known),
      fc.constantFrom('constructor', '__proto__', 'toString', ''),
      fc.string(),
    );
    const keys = fc.constantFrom(
      'kind',
      'ref',
      'values',
      'files',
      'operation',
      'all',
      'fields',
      'kinds',
      'patience',
      'search',
      'where',
      'sort',
      'limit',
      'offset',
      'key',
      'draft',
      'view',
      'name',
      '__proto__',
      'manifest',
      'folder',
      'path',
    );
    const leaves = fc.oneof(
      fc.constantFrom<unknown>('fittings', 'products', 'ZAW-110', 'mine', 1e308, -1, null),
      fc.jsonValue(),
    );
    const inputs = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(keys, leaves, { maxKeys: 5 }),
      fc.constant(undefined),
    );
    const messages = fc.sample(fc.tuple(names, inputs), { numRuns: MESSAGES, seed: 2026 });
    for (const [name, input] of messages)
      await desk.core.dispatch(name, input).catch((error: unknown) => {
        const { code, message } = asAppError(error);
        expect(code, `${name} ${JSON.stringify(input)}: ${message}`).not.toBe('internal');
      });
    expect(prototypes()).toBe(before);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations.map(({ id }) => id)).toContain(kept.operation);
  }, 120_000);
});

/** A value for every field of a kind that takes a text, as far as the kind accepts it. */
function naughtyRecord(kind: Kind, naughty: string, n: number): JsonObject {
  const { fields, key } = resourceOf(kind);
  const texts = Object.entries(fields).filter(
    ([name, field]) => isText(field) && field.create !== 'never' && name !== key,
  );
  const filled = Object.fromEntries(texts.map(([name]) => [name, naughty]));
  const code = key === null ? {} : { [key]: `NAUGHTY-${n}` };
  const all: JsonObject = { name: 'Zawias', ...filled, ...code };
  const { issues } = checkValues(resourceOf(kind), all, 'create');
  const refused = new Set(issues.map(({ place }) => place.split('.')[0]));
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name === 'name' || !refused.has(name)),
  );
}

function isText({ type }: Field): boolean {
  return type === 'text' || type === 'longText';
}

describe('strings of any kind', () => {
  for (const kind of KINDS.filter((each) => each !== 'products'))
    it(`R5: arrive at the service as they were typed, in every field of ${kind}, and can be searched for`, async () => {
      const before = prototypes();
      const desk = await openDesk({ variant: { updatesHonoured: 'all' } });
      const sent: { n: number; values: JsonObject }[] = [];
      for (const [n, naughty] of NAUGHTY.entries()) {
        const values = naughtyRecord(kind, naughty, n);
        const made = await desk
          .call('records.create', { kind, values, files: [] })
          .catch((error: unknown) => {
            expect(asAppError(error).code, JSON.stringify(naughty)).toBe('invalid');
            return null;
          });
        if (made !== null) sent.push({ n, values });
        await desk.call('records.list', { kind, search: naughty.slice(0, 200) });
      }
      expect(sent.length).toBeGreaterThan(NAUGHTY.length / 2);
      for (let i = 0; i < 4; i += 1) await desk.push();
      const { key } = resourceOf(kind);
      const held = new Map(
        desk.service.state.all(MODEL_KIND[kind]).map((record) => [record[key ?? ''], record]),
      );
      for (const { n, values } of sent) {
        const record = held.get(`NAUGHTY-${n}`);
        expect(record, `${n}: ${JSON.stringify(NAUGHTY[n])}`).toBeDefined();
        for (const [name, value] of Object.entries(values))
          expect(record?.[name], `${kind} ${name} ${n}`).toEqual(value);
      }
      expect(prototypes()).toBe(before);
    }, 120_000);
});
