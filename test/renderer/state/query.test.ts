import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { Query } from '../../../src/renderer/src/state/query.ts';
import { fakeCore, settle } from '../support.ts';

const page = (total: number) => ({ total, rows: [] });

function slowCore() {
  const waiting: { readonly search: string; readonly answer: (value: unknown) => void }[] = [];
  const core = fakeCore({
    'records.list': (input) =>
      new Promise((resolve) => {
        const { search = '' } = input as { search?: string };
        waiting.push({ search, answer: resolve });
      }),
  });
  return { ...core, waiting };
}

describe('a query', () => {
  it('keeps the last answer in sight while the next is on its way, and says that it is old', async () => {
    const { client, waiting } = slowCore();
    const query = new Query('records.list');
    query.ask(client, { kind: 'fittings', search: 'a' });
    await settle();
    waiting[0]?.answer(page(1));
    await settle();
    query.ask(client, { kind: 'fittings', search: 'ab' });
    expect(query.answer()).toMatchObject({ data: { total: 1 }, stale: true, loading: true });
    await settle();
    waiting[1]?.answer(page(2));
    await settle();
    expect(query.answer()).toMatchObject({ data: { total: 2 }, stale: false, loading: false });
  });

  it('drops an answer that a newer question overtook', async () => {
    const { client, waiting } = slowCore();
    const query = new Query('records.list');
    query.ask(client, { kind: 'fittings', search: 'a' });
    query.ask(client, { kind: 'fittings', search: 'ab' });
    await settle();
    waiting[1]?.answer(page(2));
    await settle();
    waiting[0]?.answer(page(1));
    await settle();
    expect(query.answer().data).toEqual(page(2));
  });

  it('asks once more after many notices, not many times', async () => {
    const { client, waiting, calls } = slowCore();
    const query = new Query('records.list');
    query.ask(client, { kind: 'fittings' });
    for (let notice = 0; notice < 20; notice += 1) query.refresh();
    await settle();
    waiting[0]?.answer(page(1));
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('shows nothing of another record when told not to keep', async () => {
    const { client, waiting } = slowCore();
    const query = new Query('records.list');
    query.ask(client, { kind: 'fittings', search: 'a' }, false);
    await settle();
    waiting[0]?.answer(page(1));
    await settle();
    query.ask(client, { kind: 'fittings', search: 'b' }, false);
    expect(query.answer().data).toBeUndefined();
  });

  it('keeps the data and says the error when it is refused', async () => {
    let refuse = false;
    const { client } = fakeCore({
      'records.list': () => {
        if (refuse) throw new AppError('damaged', 'The cache cannot be read.');
        return page(1);
      },
    });
    const query = new Query('records.list');
    query.ask(client, { kind: 'fittings' });
    await settle();
    refuse = true;
    query.refresh();
    await settle();
    expect(query.answer()).toMatchObject({ data: page(1), error: { code: 'damaged' } });
  });
});
