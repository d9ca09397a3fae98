import { describe, expect, it } from 'vitest';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceApi } from '#core/service/types.ts';
import type { Variant } from '#reference/variant.ts';
import { VARIANT_KNOBS } from '#reference/variant.ts';
import { BODIES, findByKey, keyOf, MISSING, open } from './reference.ts';
import { staged } from './support.ts';

/** Runs every request for one kind and returns results that no option may change. */
async function tour(api: ServiceApi, kind: Kind, key: string, beforeStep: () => Promise<void>) {
  const before = await findByKey(api, kind, key);
  const created = await api.create(kind, BODIES[kind]);
  const found = await findByKey(api, kind, key);
  const id = found.found === 'present' ? found.record.id : '';
  await beforeStep();
  const { items } = await api.list(kind, { limit: 100 });
  const read = await api.get(kind, id);
  const updated = await api.update(kind, id, { name: 'Nowa' });
  const after = await api.get(kind, id);
  await beforeStep();
  const missed = await api.get(kind, MISSING);
  const removed = await api.remove(kind, id);
  const gone = await api.get(kind, id);
  const lost = await findByKey(api, kind, key);
  return {
    before: before.found,
    created: created.outcome,
    sameId: created.outcome === 'applied' && (created.id ?? id) === id,
    found: found.found,
    listed: items.map((item) => item.id === id && own(JSON.parse(item.text) as JsonObject, 'name')),
    read: read.found,
    updated: updated.outcome,
    name: after.found === 'present' ? own(after.record.record, 'name') : null,
    missed: missed.found,
    removed: removed.outcome,
    gone: gone.found,
    lost: lost.found,
  };
}

const NORMAL = {
  before: 'absent',
  created: 'applied',
  sameId: true,
  found: 'present',
  read: 'present',
  updated: 'applied',
  name: 'Nowa',
  missed: 'absent',
  removed: 'applied',
  gone: 'absent',
  lost: 'absent',
};

const settings = Object.entries(VARIANT_KNOBS).flatMap(([knob, values]) =>
  values.map((value): [string, Partial<Variant>] => [`${knob}=${value}`, { [knob]: value }]),
);

describe('the API against every way of filling a gap', () => {
  it.each(settings)('gives the same normal answers with %s', async (_name, variant) => {
    const { api, again } = await open(variant);
    const beforeStep = variant.tokenLifetimeRequests ? again : () => Promise.resolve();
    for (const kind of KINDS) {
      await beforeStep();
      const listed = [BODIES[kind]['name']];
      expect(await tour(api, kind, keyOf(kind, variant), beforeStep), kind).toEqual({
        ...NORMAL,
        listed,
      });
    }
  });

  it.each(settings)('uploads and is refused alike with %s', async (_name, variant) => {
    const { api, reference } = await open(variant);
    for (const kind of ['fittings', 'materials', 'products'] as const) {
      const sent = await api.upload(kind, staged('a-1.png', 'png'));
      const path = sent.outcome === 'applied' ? sent.path : '';
      const separator = variant.uploadPathSeparator === 'backslash' ? '\\' : '/';
      expect([sent.outcome, path.includes(separator)], kind).toEqual(['applied', true]);
    }
    const refused = await api.upload('materials', staged('a.exe', 'x'));
    const html = variant.errorBody === 'html' || variant.errorBody === 'empty';
    expect(refused.outcome).toBe('refused');
    if (!html) expect(refused).toHaveProperty('message', 'Invalid file type.');
    expect(
      reference.log.every((entry) => entry.path === '/admin/login' || entry.authorization),
    ).toBe(true);
  });
});
