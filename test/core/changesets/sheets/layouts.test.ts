import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { openFile, openSheet } from '../../../support/sheets.ts';

describe('how a sheet was read', () => {
  it('says nothing of an export with the ids, though another id stood in that place', async () => {
    const desk = await openDesk();
    const other = await openSheet(desk, 'fittings', 'a.csv', 'id;kod;name\n;ZAW-110;Nowa');
    const columns = [{ index: 0, field: 'id' }];
    await desk.call('sheets.adjust', { sheet: other.sheet, columns });
    await desk.call('sheets.check', { sheet: other.sheet });
    const draft = { kod: 'D-1', name: 'Draft', id: '7' };
    await desk.call('records.create', { kind: 'fittings', values: draft, files: [] });
    const to = path.join(desk.folder, 'export.csv');
    await desk.call('sheets.export', {
      query: { kind: 'fittings' },
      columns: ['_id', 'kod', 'name'],
      as: { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: true },
      to,
    });
    const { sheet } = await openFile(desk, 'fittings', to);
    const { counts } = await desk.call('sheets.check', { sheet });
    expect(counts).toMatchObject({ changed: 0, error: 0, same: 3 });
  });

  it('says nothing of one whose headings are other marks', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', 'kod;€;%\nZAW-110;9,50;20');
    await desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: 'price' }] });
    await desk.call('sheets.check', { sheet });
    const { columns } = await openSheet(desk, 'fittings', 'b.csv', 'kod;%;€\nZAW-110;20;9,50');
    expect(columns[1]).toMatchObject({ name: '%', field: null });
  });

  it('is known again whatever their case, and the spaces around them', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', 'kod;Netto €\nZAW-110;9,50');
    await desk.call('sheets.adjust', { sheet, columns: [{ index: 1, field: 'price' }] });
    await desk.call('sheets.check', { sheet });
    const { columns } = await openSheet(desk, 'fittings', 'b.csv', 'KOD; netto € \nZAW-110;9,50');
    expect(columns[1]).toMatchObject({ field: 'price', by: 'layout' });
  });
});
