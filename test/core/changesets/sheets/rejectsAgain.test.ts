import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openFile, rowsOf } from '../../../support/sheets.ts';
import { workbookOf } from '../../../support/workbook.ts';

const text = (each: string) => `<c t="inlineStr"><is><t>${each}</t></is></c>`;
const CELLS = [
  '<c t="e"><v>#N/A</v></c>',
  '<c s="1"><v>0.5</v></c>',
  '<c s="2"><v>46000</v></c>',
  '<c s="3"><v>0.25</v></c>',
  '<c><f>A1</f></c>',
  '<c t="e"></c>',
];

/** A workbook of new fittings in whose names stand these cells. */
const named = (cells: readonly string[], head: readonly string[] = ['kod', 'name']) => {
  const rows = [head.map(text), ...cells.map((cell, at) => [text(`N-${at}`), cell])];
  const xml = rows.map((each) => `<row>${each.join('')}</row>`).join('');
  return workbookOf(xml, { 0: '', 9: '', 14: '', 20: '' });
};

/** Saves the rejected rows of a plan to a file and checks that file unchanged. */
async function again(desk: TestWorkstation, plan: string, name: string) {
  const to = path.join(desk.folder, name);
  await desk.call('changesets.rejects', { plan, to });
  const { sheet, columns } = await openFile(desk, 'fittings', to);
  return { ...(await desk.call('sheets.check', { sheet })), columns };
}

const issuesOf = async (desk: TestWorkstation, plan: string) =>
  (await rowsOf(desk, plan)).map(({ issues }) => issues[0]);

describe('rows that could not be taken, imported again as they were saved', () => {
  it('are refused again where a workbook had no text in a cell of text', async () => {
    const desk = await openDesk();
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.xlsx', await named(CELLS));
    expect(counts).toMatchObject({ new: 0, error: 6 });
    const saved = await again(desk, plan, 'r.xlsx');
    expect(saved.counts).toMatchObject({ new: 0, error: 6 });
    const [first, second] = [await issuesOf(desk, plan), await issuesOf(desk, saved.plan)];
    expect(second.slice(0, 4)).toEqual(first.slice(0, 4));
    // The saved file holds no formula, because it would refer to other cells of that file.
    expect(second[4]).toMatchObject({ place: 'name', value: '#N/A' });
    const twice = await again(desk, saved.plan, 'rr.xlsx');
    expect(twice.counts).toMatchObject({ new: 0, error: 6 });
  });

  it('hold what a formula was in their reason, also where that says something else', async () => {
    const desk = await openDesk();
    // So far apart that the first of the two codes was passed already when the second is met.
    const rows = Array.from({ length: 60 }, (_, at) => `<row>${text(`N-${at}`)}${text('N')}</row>`);
    const twin = `<row>${text('N-X')}<c><f>A1</f></c></row>`;
    const xml = [`<row>${text('kod')}${text('name')}</row>`, twin, ...rows, twin].join('');
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', await workbookOf(xml));
    const { columns, counts } = await again(desk, plan, 'r.xlsx');
    expect(counts).toMatchObject({ new: 0, error: 2 });
    const reasons = columns[2]?.samples ?? [];
    expect(reasons).toEqual([
      expect.stringContaining('name: "=A1"'),
      expect.stringContaining('name: "=A1"'),
    ]);
  });

  it('keep as it was what stands in a column that nobody reads', async () => {
    const desk = await openDesk();
    const head = ['kod', 'other'];
    const { plan } = await checkSheet(desk, 'fittings', 'a.xlsx', await named(CELLS, head));
    const { columns } = await again(desk, plan, 'r.xlsx');
    expect(columns[1]).toMatchObject({ name: 'other', field: null });
    expect(columns[1]?.samples).toEqual(expect.arrayContaining(['#N/A', '2025-12-09', '=A1']));
  });

  it('are refused again where JSON had no text in a text field, or no record', async () => {
    const desk = await openDesk();
    const names = [{ pl: 'Nowy' }, true, ['Nowy']];
    const records = [...names.map((name, at) => ({ kod: `N-${at}`, name })), 'ZAW-110'];
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.json', JSON.stringify(records));
    expect(counts).toMatchObject({ new: 0, error: 4 });
    const saved = await again(desk, plan, 'r.json');
    expect(saved.counts).toMatchObject({ new: 0, same: 0, error: 4 });
    const [first, second] = [await issuesOf(desk, plan), await issuesOf(desk, saved.plan)];
    expect(second.slice(0, 3)).toEqual(first.slice(0, 3));
  });
});
