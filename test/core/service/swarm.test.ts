import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { AppError } from '#contract/errors.ts';
import type { ServiceApi } from '#core/service/types.ts';
import type { Variant } from '#reference/variant.ts';
import { VARIANT_KNOBS } from '#reference/variant.ts';
import { BODIES, findByKey, keyOf, MISSING, open } from './reference.ts';

const { tokenLifetimeRequests: _tokens, ...knobs } = VARIANT_KNOBS;

/** Every knob turned at random. */
const variants: fc.Arbitrary<Partial<Variant>> = fc
  .record(
    Object.fromEntries(Object.entries(knobs).map(([name, all]) => [name, fc.constantFrom(...all)])),
  )
  .map((drawn) => drawn as Partial<Variant>);

async function found(question: Promise<{ found: string }>): Promise<string> {
  try {
    return (await question).found;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return 'unclear';
    throw error;
  }
}

/** Claims made while the record is not there, is there, and is gone again. */
async function claims(api: ServiceApi, kind: Kind, key: string) {
  const absent = [await found(findByKey(api, kind, key)), await found(api.get(kind, MISSING))];
  const created = await api.create(kind, BODIES[kind]);
  expect(created.outcome).toBe('applied');
  const { items } = await api.list(kind, { limit: 10 });
  const id = items[0]?.id ?? '';
  const present = [await found(findByKey(api, kind, key)), await found(api.get(kind, id))];
  expect((await api.remove(kind, id)).outcome).toBe('applied');
  absent.push(await found(api.get(kind, id)), await found(findByKey(api, kind, key)));
  return { present, absent };
}

describe('the API against gaps filled at random', () => {
  it('may be unsure, but never claims what is not so', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(variants, async (variant) => {
        const { api, reference } = await open(variant);
        for (const kind of KINDS) {
          const { present, absent } = await claims(api, kind, keyOf(kind, variant));
          expect(present, kind).toEqual(['present', 'present']);
          expect(absent, kind).not.toContain('present');
        }
        api.close();
        await reference.close();
      }),
      { numRuns: 60 },
    );
  });
});
