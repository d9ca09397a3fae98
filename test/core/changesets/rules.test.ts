import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { checkSheet, rowsOf } from '../../support/sheets.ts';

/** Opens a workstation whose service has refused a fitting without a status, or with another. */
async function openTaught(statusRule: 'required' | 'oneOf'): Promise<TestWorkstation> {
  const desk = await openDesk({ variant: { statusRule } });
  const status = statusRule === 'oneOf' ? { status: '7' } : {};
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'T-1', name: 'Nauczka', ...status },
    files: [],
  });
  await desk.push();
  return desk;
}

const csv = (...lines: readonly string[]) => lines.join('\r\n');

describe('rows that break a learned rule', () => {
  it('ask before an import queues them, and can be ticked', async () => {
    const desk = await openTaught('required');
    const text = csv('kod;name;status', 'N-1;Jeden;1', 'N-2;Dwa;');
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.csv', text);
    expect(counts).toMatchObject({ new: 2, ticked: 1, warned: 1, error: 0 });
    const [, row] = await rowsOf(desk, plan);
    expect(row).toMatchObject({ asks: true, ticked: false, outcome: 'new' });
    expect(row?.warnings).toMatchObject([
      { place: 'status', expectation: { code: 'refusedWithout' } },
    ]);
    await desk.call('changesets.tick', { plan, ticked: true, rows: [row?.row ?? 0] });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 2, left: 0 });
  });

  it('name the column of a value that is not accepted', async () => {
    const desk = await openTaught('oneOf');
    const text = csv('kod;Nazwa;Status', 'N-1;Jeden;2', 'N-2;Dwa;9');
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', text);
    const rows = await rowsOf(desk, plan);
    expect(rows.map(({ warnings }) => warnings.map(({ place, value }) => [place, value]))).toEqual([
      [],
      [['Status', '"9"']],
    ]);
  });

  it('ask before a bulk change sets a refused value in unsent records', async () => {
    const desk = await openTaught('oneOf');
    const { operations } = await desk.call('outbox.list', {});
    const plan = async (value: string) =>
      desk.call('bulk.plan', {
        kind: 'fittings',
        selection: { operations: operations.map(({ id }) => id) },
        change: { code: 'set', field: 'status', value },
      });
    expect((await plan('8')).counts).toMatchObject({ changed: 1, ticked: 0, warned: 1 });
    expect((await plan('2')).counts).toMatchObject({ changed: 1, ticked: 1, warned: 0 });
  });
});

describe('the selection of pending operations', () => {
  it('leaves out other kinds and unknown operations, and records that were sent', async () => {
    const desk = await openTaught('required');
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9' },
      files: [],
    });
    await desk.call('records.update', {
      kind: 'materials',
      ref: 'H1145',
      values: { price: '9' },
      files: [],
    });
    const { operations } = await desk.call('outbox.list', {});
    const { plan, counts } = await desk.call('bulk.plan', {
      kind: 'fittings',
      selection: { operations: [...operations.map(({ id }) => id), 'nothing'] },
      change: { code: 'set', field: 'status', value: '1' },
    });
    expect(counts).toMatchObject({ changed: 1, error: 1 });
    const rows = await rowsOf(desk, plan);
    expect(rows.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['T-1', 'changed'],
      ['ZAW-110', 'error'],
    ]);
  });

  it('takes no field that only the server sets', async () => {
    const desk = await openTaught('required');
    const { operations } = await desk.call('outbox.list', {});
    await expect(
      desk.call('bulk.plan', {
        kind: 'products',
        selection: { operations: operations.map(({ id }) => id) },
        change: { code: 'set', field: 'createdAt', value: '2026-01-01' },
      }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('product drafts and the schema', () => {
  it('tell of a new part that breaks a learned rule', async () => {
    const desk = await openTaught('required');
    const part = { part: 'a', kind: 'fittings' as const, files: [], use: null };
    const evaluate = async (values: Record<string, string>) =>
      desk.call('productDrafts.evaluate', { draft: { parts: [{ ...part, values }] } });
    const bare = await evaluate({ kod: 'P-1', name: 'Część' });
    expect(bare.parts[0]).toMatchObject({ state: 'create', doubts: [{ place: 'status' }] });
    const full = await evaluate({ kod: 'P-1', name: 'Część', status: '1' });
    expect(full.parts[0]?.doubts).toEqual([]);
    const there = await evaluate({ kod: 'ZAW-110' });
    expect(there.parts[0]).toMatchObject({ state: 'exists', doubts: [] });
  });

  it('refuse a manifest until the values are accepted', async () => {
    const desk = await openTaught('required');
    desk.file('szafka.obj', 'o box\nv 0 0 0\n');
    const product = { name: 'Szafka', status: '1', date: '2026-01-02', materialy: {}, main: {} };
    const manifest = {
      fittings: [{ kod: 'N-1', name: 'Nowy' }],
      product: { ...product, model: 'szafka.obj' },
    };
    const { folder } = desk;
    await expect(desk.call('productDrafts.addProduct', { manifest, folder })).rejects.toMatchObject(
      {
        code: 'invalid',
        details: { issues: [{ place: 'fittings[0].status' }] },
      },
    );
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
    const { steps } = await desk.call('productDrafts.addProduct', {
      manifest,
      folder,
      accepted: true,
    });
    expect(steps).toHaveLength(2);
  });

  it('show who said that a field is required', async () => {
    const desk = await openDesk({
      variant: { statusRule: 'required' },
      seed: {
        fittings: [{ kod: 'F-1', name: 'Okucie', status: '1' }],
        materials: [],
        products: [],
        edgeBands: [],
      },
    });
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'T-1', name: 'Nauczka' },
      files: [],
    });
    await desk.push();
    await desk.call('learned.count', {});
    const { fields } = await desk.call('learned.schema', { kind: 'fittings' });
    const of = (path: string) => fields.find((field) => field.path === path)?.required;
    expect(of('status')).toMatchObject({ by: 'service', words: '"status" is required' });
    expect(of('status')?.since).toBeGreaterThan(0);
    expect(of('kod')).toMatchObject({ by: 'document' });
  });
});
