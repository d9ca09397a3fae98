import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { nodeAt, parseNodes } from '#contract/jsonNodes.ts';
import type { Path } from '#contract/jsonNodes.ts';
import { jsonObject } from '#contract/json.ts';
import { openCore } from '#core/app/core.ts';
import type { Network } from '#core/platform/network.ts';
import { spelledBody } from '#core/record/spelling.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { jsonTexts, pathsOf, spelledScalars } from '#test/support/jsonTexts.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** Returns a value with another one at a path. */
function withValue(value: Json, [step, ...rest]: Path, inner: Json): Json {
  if (step === undefined) return inner;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === step ? withValue(item, rest, inner) : item));
  return Object.fromEntries(
    Object.entries(jsonObject.parse(value)).map(([key, item]) => [
      key,
      key === step ? withValue(item, rest, inner) : item,
    ]),
  );
}

describe('the body of an update', () => {
  it('spells every value but the changed one as the record does', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), fc.constantFrom('new', 7.5, false), (data, at, next) => {
        const scalars = pathsOf(parseNodes(data)).filter(
          ({ node }) => node.type !== 'list' && node.type !== 'object',
        );
        const chosen = scalars[at % Math.max(1, scalars.length)];
        if (chosen === undefined) return;
        const value: Json = withValue(JSON.parse(data), chosen.path, next);
        const body = spelledBody({ data: value }, `{"_id": "a", "data": ${data}, "__v": 1}`);
        expect(JSON.parse(body)).toEqual({ data: value });
        const expected = spelledScalars(`{"data":${data}}`).map(([path, spelled]) =>
          path === JSON.stringify(['data', ...chosen.path])
            ? [path, JSON.stringify(next)]
            : [path, spelled],
        );
        expect(spelledScalars(body)).toEqual(expected);
      }),
    );
  });

  it.each<[title: string, value: Json, expected: string]>([
    ['an unchanged value, byte by byte', [{ a: 1 }, { b: 2 }], '[{"a": 1.0}, {"b": 2.0}]'],
    ['moved rows', [{ b: 2 }, { a: 1 }], '[{"b": 2.0},{"a": 1.0}]'],
    ['a row before the others', [7, { a: 1 }, { b: 2 }], '[7,{"a": 1.0},{"b": 2.0}]'],
    ['a removed row', [{ b: 2 }], '[{"b": 2.0}]'],
    ['a value of another type', 'none', '"none"'],
  ])('copies %s', (_, data, expected) => {
    const body = spelledBody({ data }, '{"data": [{"a": 1.0}, {"b": 2.0}]}');
    expect(body).toBe(`{"data":${expected}}`);
  });

  it.each<[title: string, value: Json, expected: string]>([
    [
      'edited behind a row that was removed',
      [{ kod: 'C', ilosc: 9, seria: 12345678901234567000 }],
      '[{"kod":"C","ilosc":9,"seria":12345678901234567890}]',
    ],
    [
      'edited and moved',
      [
        { kod: 'C', ilosc: 9, seria: 12345678901234567000 },
        { kod: 'A', ilosc: 1, seria: 7 },
      ],
      '[{"kod":"C","ilosc":9,"seria":12345678901234567890},{"kod":"A","ilosc":1.0,"seria":7}]',
    ],
  ])('finds the old form of a row that was %s', (_, data, expected) => {
    const record =
      '{"data":[{"kod":"A","ilosc":1.0,"seria":7},{"kod":"C","ilosc":1.0,"seria":12345678901234567890}]}';
    const body = spelledBody({ data: data }, record);
    expect(body).toBe(`{"data":${expected}}`);
  });

  it('finds the old form of a member under a new key', () => {
    const body = spelledBody(
      { data: { c: { n: 1 }, b: { n: 2 } } },
      '{"data":{"a":{"n":1.0},"b":{"n":2.0}}}',
    );
    expect(body).toBe('{"data":{"b":{"n":2.0},"c":{"n":1.0}}}');
  });

  it('tells an infinite number from null', () => {
    expect(spelledBody({ a: null }, '{"a":1e999}')).toBe('{"a":null}');
  });

  it('keeps the order of keys, and the fields that the record does not have', () => {
    const body = spelledBody({ data: { a: 2, b: 1, c: 3 }, name: 'x' }, '{"data":{"b":1.0,"a":1}}');
    expect(body).toBe('{"data":{"b":1.0,"a":2,"c":3},"name":"x"}');
  });
});

describe('an update over HTTP', () => {
  it('sends numbers that were not edited as the service wrote them', async () => {
    const [band] = SEED.edgeBands;
    const data = [{ rolka: 150, szerokosc: 22, seria: 7 }];
    const service = await startReference({
      seed: { ...SEED, edgeBands: [{ ...band, data }] },
      account: ACCOUNT,
    });
    const bodies: string[] = [];
    const exact = (text: string) =>
      text
        .replaceAll('"szerokosc":22', '"szerokosc":22.0')
        .replaceAll('7}', '12345678901234567890}');
    const folder = tempFolder();
    const base = testPlatform(folder);
    const network: Network = (url, token, options) => {
      const http = base.network(url, token, options);
      return {
        ...http,
        send: async (request) => {
          if (request.method === 'PATCH') bodies.push(request.jsonText ?? '');
          const exchange = await http.send(request);
          if (!exchange.answered || request.method !== 'GET') return exchange;
          const body = Buffer.from(exact(exchange.answer.body.toString('utf8')));
          return { ...exchange, answer: { ...exchange.answer, body } };
        },
      };
    };
    const core = openCore({ ...base, network });
    onTestFinished(async () => {
      await core.close();
      await service.close();
    });
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    await core.call('sync.pull', {});
    const { rows } = await core.call('records.list', { kind: 'edge-bands' });
    const ref = rows[0]?.id ?? '';
    const { record } = await core.call('records.get', { kind: 'edge-bands', ref });
    const shown: JsonObject[] = JSON.parse(JSON.stringify(record['data']));
    const values = { data: shown.map((row) => ({ ...row, rolka: 75 })) };
    await core.call('records.update', { kind: 'edge-bands', ref, values, files: [] });
    await core.call('sync.push', { patience: 0 });
    expect(bodies).toEqual([
      '{"data":[{"rolka":75,"szerokosc":22.0,"seria":12345678901234567890}]}',
    ]);
    expect(nodeAt(parseNodes(bodies[0] ?? '{}'), ['data', 0, 'rolka'])).toMatchObject({
      value: 75,
    });
  });
});
