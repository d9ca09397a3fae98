import { describe, expect, it } from 'vitest';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf, undo } from '../../support/sheets.ts';

const MATERIALS = Array.from({ length: 412 }, (_, index) => ({
  SIFRA: `H${String(index).padStart(4, '0')}`,
  name: index % 2 === 0 ? `Dąb ${index}` : `DĄB ${index}`,
  // Every thirtieth price is 0, and 3.5 % more of it is the same.
  price: index % 30 === 29 ? 0 : 10 + index / 100,
}));

const openMaterials = () => openDesk({ seed: { ...SEED, materials: MATERIALS } });
const bulk = (desk: TestWorkstation, change: BulkChange, search?: string) =>
  desk.call('bulk.plan', {
    kind: 'materials',
    selection: { query: { kind: 'materials', search } },
    change,
  });

describe('a bulk change', () => {
  it.each<[BulkChange, string]>([
    [{ code: 'set', field: 'price', value: '1,234' }, 'price'],
    [{ code: 'add', field: 'price', amount: '1,234' }, 'add'],
    [{ code: 'percent', field: 'price', percent: '1,234' }, 'percent'],
  ])('refuses a number that can be two, with both: %j', async (change, place) => {
    const desk = await openMaterials();
    await expect(bulk(desk, change)).rejects.toMatchObject({
      code: 'invalid',
      details: {
        issues: [{ place, value: '"1,234"', expected: '1234 or 1.234: it can be read as either' }],
      },
    });
  });

  it('understands a number with its unit', async () => {
    const desk = await openMaterials();
    const plan = await bulk(desk, { code: 'set', field: 'price', value: '1 234,50 zł' });
    const [first] = await rowsOf(desk, plan.plan);
    expect(first?.changes).toEqual([{ field: 'price', before: '10', after: '1234.50' }]);
  });

  it('shows +3.5 % rounded to 0.10 on 412 materials, and queues exactly the ticked ones', async () => {
    const desk = await openMaterials();
    const plan = await bulk(desk, {
      code: 'percent',
      field: 'price',
      percent: '3,5',
      round: { to: '0,10' },
    });
    expect(plan).toMatchObject({
      label: {
        code: 'percent',
        params: { field: 'price', percent: '3.5', round: '0.10' },
        count: 399,
      },
      counts: { changed: 399, same: 13, error: 0, ticked: 399 },
    });
    const rows = await rowsOf(desk, plan.plan);
    expect(rows[1]?.changes).toEqual([{ field: 'price', before: '10.01', after: '10.40' }]);
    expect(rows[40]?.changes).toEqual([{ field: 'price', before: '10.4', after: '10.80' }]);
    await desk.call('changesets.tick', { plan: plan.plan, ticked: false, rows: [1, 2] });
    const { group, queued } = await desk.call('changesets.queue', { plan: plan.plan });
    expect(queued).toBe(397);
    expect((await desk.call('groups.list', {})).groups[0]).toMatchObject({
      id: group,
      sent: false,
      label: { code: 'percent', count: 397 },
    });
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(397);
  });

  it('reaches records that were never drawn, and leaves the excepted ones', async () => {
    const desk = await openMaterials();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 1 });
    const { counts } = await desk.call('bulk.plan', {
      kind: 'materials',
      selection: { query: { kind: 'materials', search: 'dab' }, except: [rows[0]?.id ?? ''] },
      change: { code: 'set', field: 'DEB', value: '18' },
    });
    expect(counts).toMatchObject({ changed: 411, ticked: 411 });
  });

  it.each<[BulkChange, string | undefined]>([
    [{ code: 'add', field: 'price', amount: '0.1' }, '10.1'],
    [{ code: 'add', field: 'price', amount: '-0.05', round: { to: '1' } }, undefined],
    [{ code: 'percent', field: 'price', percent: '-100' }, '0'],
    [{ code: 'set', field: 'price', value: '12,50' }, '12.50'],
    [{ code: 'replace', field: 'name', find: 'dąb', with: 'Buk $&' }, 'Buk $& 0'],
    [{ code: 'replace', field: 'name', find: 'DĄB', with: 'Buk', matchCase: true }, undefined],
    [{ code: 'replace', field: 'name', find: 'dąb', with: 'Buk', wholeValue: true }, undefined],
    [{ code: 'clear', field: 'name' }, ''],
  ])('gives the first material for %j: %s', async (change, after) => {
    const desk = await openMaterials();
    const [first] = await rowsOf(desk, (await bulk(desk, change)).plan);
    expect(first?.changes[0]?.after).toBe(after);
  });

  it('never makes a price negative', async () => {
    const desk = await openMaterials();
    const { counts } = await bulk(desk, { code: 'add', field: 'price', amount: '-12' });
    expect(counts.error).toBeGreaterThan(200);
  });

  it.each<[BulkChange, string]>([
    [{ code: 'clear', field: 'price' }, 'no documented way to clear'],
    [{ code: 'set', field: 'colour', value: 'x' }, 'one of'],
    [{ code: 'set', field: 'price', value: 'dear' }, 'a number'],
    [{ code: 'percent', field: 'name', percent: '1' }, 'a number field'],
    [{ code: 'percent', field: 'price', percent: 'much' }, 'a number'],
    [{ code: 'percent', field: 'price', percent: '1', round: { to: '0' } }, 'above 0'],
  ])('refuses %j', async (change, expected) => {
    const desk = await openMaterials();
    await expect(bulk(desk, change)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ expected: expect.stringContaining(expected) }] },
    });
  });

  it('refuses a field that the document locks after creation', async () => {
    const desk = await openDesk();
    const selection = { query: { kind: 'fittings' as const } };
    const change = { code: 'set' as const, field: 'producent', value: 'X' };
    await expect(
      desk.call('bulk.plan', { kind: 'fittings', selection, change }),
    ).rejects.toMatchObject({
      details: {
        issues: [{ place: 'producent', expected: expect.stringContaining('after creation') }],
      },
    });
  });
});

describe('a paste', () => {
  it('lays a block over records and fields, and tells what lies beyond', async () => {
    const desk = await openMaterials();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 3 });
    const { plan, counts } = await desk.call('paste.plan', {
      kind: 'materials',
      ids: rows.map(({ id }) => id),
      fields: ['name', 'price', 'DEB'],
      text: 'Jeden\t1,50\r\n"Dwa\nlinie"\t2\r\nTrzy\tdrogo\r\nCztery\t4\r\n',
    });
    expect(counts).toMatchObject({ changed: 3, error: 1, partly: 1 });
    const shown = await rowsOf(desk, plan);
    expect(shown[0]?.changes.map(({ after }) => after)).toEqual(['Jeden', '1.50']);
    expect(shown[1]?.changes[0]?.after).toBe('Dwa\nlinie');
    expect(shown[2]?.issues).toMatchObject([{ place: 'price', value: 'drogo' }]);
    expect(shown[3]?.issues[0]?.expected).toContain('the list ends above');
    await desk.call('changesets.queue', { plan });
    await undo(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('takes as many rows as a worksheet can give', async () => {
    const desk = await openMaterials();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 1 });
    const text = '7\n'.repeat(200_000);
    const ids = rows.map(({ id }) => id);
    const paste = { kind: 'materials' as const, ids, fields: ['price'], text };
    const { counts } = await desk.call('paste.plan', paste);
    expect(counts).toMatchObject({ changed: 1, error: 199_999 });
    const copied = await desk.call('productDrafts.readSheet', {
      text,
      kind: 'materials',
      head: false,
    });
    expect(copied.rows).toHaveLength(200_000);
  });

  it('reads cells that were copied out of a CSV file of ours as they were before it', async () => {
    const desk = await openMaterials();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 3 });
    const { plan } = await desk.call('paste.plan', {
      kind: 'materials',
      ids: rows.map(({ id }) => id),
      fields: ['name', 'price'],
      text: "'00417\t'1 234,5\n'=A1\t2\n'tis\t3\n",
    });
    const pasted = (await rowsOf(desk, plan)).map(({ changes }) =>
      changes.map(({ after }) => after),
    );
    expect(pasted).toEqual([
      ['00417', '1234.5'],
      ['=A1', '2'],
      ["'tis", '3'],
    ]);
  });
});
