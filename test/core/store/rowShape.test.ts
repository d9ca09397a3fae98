import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonObject } from '#contract/json.ts';
import { resources } from '#contract/resources/registry.ts';
import { readValue } from '#contract/values.ts';
import { columnsOf } from '#core/store/cacheSchema.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { sortKey } from '#core/record/sortKey.ts';
import { rowShape } from '#core/store/rowShape.ts';

const letters = fc.string({ unit: 'grapheme', maxLength: 12 });
const LETTERS = [
  'A',
  'a',
  ' ',
  'Ł',
  'ł',
  'ó',
  'ż',
  'Ś',
  'Ć',
  '\u0301',
  'Σ',
  'ς',
  'İ',
  'I',
  '-',
  '9',
];
const polish = fc.string({ unit: fc.constantFrom(...LETTERS) });
const amount = fc.constantFrom('12,50', '1 234.5', '+7', '-0', '1e21', '', ' 3 ', 'x');
const odd = fc.oneof(
  letters,
  polish,
  amount,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(letters, { maxLength: 2 }),
  fc.record({ x: amount }),
);

describe('the row of a record', () => {
  it.each(resources.map((resource) => [resource.kind, resource] as const))(
    'of %s shows, sorts and finds what the schema reads, by whichever way',
    (_kind, resource) => {
      const columns = columnsOf(resource);
      const names = [...columns.flatMap(([name, { readAs }]) => readAs ?? [name]), 'description'];
      const record = fc.record(Object.fromEntries(names.map((name) => [name, odd])), {
        requiredKeys: [],
      });
      fc.assert(
        fc.property(record, (values) => {
          const sent = jsonObject.parse(JSON.parse(JSON.stringify(values)));
          const shape = rowShape(resource, sent);
          const shown = jsonObject.parse(JSON.parse(shape.fields));
          const texts: string[] = [];
          for (const [index, [name, field]] of columns.entries()) {
            const value = readValue(name, field, sent);
            expect(JSON.stringify(shown[name] ?? null)).toBe(JSON.stringify(value ?? null));
            if (field.type !== 'text' || typeof value !== 'string') continue;
            expect(shape.keys[index]).toBe(sortKey(value));
            texts.push(value);
          }
          const { description } = sent;
          if (typeof description === 'string') texts.push(description.slice(0, 300));
          expect(shape.folded).toBe(normalizeForSearch(texts.join('\n')));
        }),
        { numRuns: 150 },
      );
    },
  );
});
