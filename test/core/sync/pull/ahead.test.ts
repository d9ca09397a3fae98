import { describe, expect, it } from 'vitest';
import type { ServiceApi } from '#core/service/types.ts';
import { ListModel, seeded } from './listModel.ts';
import { countsOf, openMirror } from './support.ts';

/**
 * Wraps a service API and logs when each page is asked for, arrives and is parsed.
 *
 * The delay simulates parsing in another thread.
 */
function watched(model: ListModel) {
  const told: string[] = [];
  const api = model.api();
  const list: ServiceApi['list'] = async (kind, window) => {
    const at = `${window.limit}@${window.offset ?? 0}`;
    told.push(`ask ${at}`);
    const come = () => {
      told.push(`come ${at}`);
      window.come?.();
    };
    const page = await api.list(kind, { ...window, come });
    // Taking a page apart lasts longer than writing the one before it.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    told.push(`taken ${at}`);
    return page;
  };
  return { api: { ...api, list }, told };
}

function listOf(size: number): ListModel {
  const model = new ListModel(seeded(1));
  model.isBeside = true;
  model.cap = 10;
  for (let i = 0; i < size; i++) model.insert();
  return model;
}

describe('the page behind the next one', () => {
  it('is asked for while the next is taken apart, one at a time and each once', async () => {
    const { api, told } = watched(listOf(95));
    const result = await openMirror().pull(api, ['products']);
    expect(countsOf(result, 'products')).toMatchObject({ complete: true, total: 95 });
    const asked = told.filter((each) => each.startsWith('ask'));
    expect(new Set(asked).size).toBe(asked.length);
    // Between a question and its answer nothing else is asked.
    const onTheLine = told.filter((each) => !each.startsWith('taken'));
    for (const [index, each] of onTheLine.entries())
      if (each.startsWith('ask')) expect(onTheLine[index + 1]).toBe(each.replace('ask', 'come'));
    const early = asked.filter((each, index) => {
      const before = asked[index - 1]?.replace('ask', 'taken') ?? each;
      return told.indexOf(each) < told.indexOf(before);
    });
    expect(early.length).toBeGreaterThan(5);
  });

  it('is asked for again where it begins elsewhere than it was thought to', async () => {
    const model = listOf(95);
    const { api, told } = watched(model);
    // From the third page on the service gives fewer at a time.
    model.between = () => {
      if (model.requests > 4) model.cap = 7;
    };
    const result = await openMirror().pull(api, ['products']);
    expect(countsOf(result, 'products')).toMatchObject({ complete: true, total: 95 });
    const asked = told.filter((each) => each.startsWith('ask'));
    const taken = told.filter((each) => each.startsWith('taken'));
    expect(asked.length).toBe(taken.length);
  });
});
