import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG } from '../../../support/desk.ts';
import { checkSheet, openSheet, rowsOf, undo } from '../../../support/sheets.ts';
import { expecting } from '#contract/expectations/expected.ts';

const csv = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;

describe('a dry run', () => {
  it('counts new, changed, same and errors, and writes nothing', async () => {
    const desk = await openDesk();
    const sent = desk.service.log.length;
    const plan = await checkSheet(
      desk,
      'fittings',
      'ceny.csv',
      csv(
        'kod;nazwa;cena',
        'ZAW-110;Zawias 110°;9,20',
        'ZAW-155;Zawias 155°;14,30',
        'N-1;Nowy;1 234,50',
        'N-2;;5',
        'N-3;X;dwa',
      ),
    );
    expect(plan).toMatchObject({
      state: 'ready',
      label: { code: 'import', params: { file: 'ceny.csv' } },
      counts: { new: 1, changed: 1, same: 1, error: 2, ticked: 2 },
    });
    const rows = await rowsOf(desk, plan.plan);
    expect(rows[0]).toMatchObject({
      row: 2,
      outcome: 'changed',
      changes: [{ field: 'price', before: '8.90', after: '9.20' }],
    });
    expect(rows[2]).toMatchObject({ row: 4, outcome: 'new', key: 'N-1' });
    expect(rows[2]?.changes).toContainEqual({ field: 'price', before: null, after: '1234.50' });
    expect(rows[3]?.issues).toEqual([
      { place: 'nazwa', value: 'missing', ...expecting('required', { subject: 'text' }) },
    ]);
    expect(rows[4]).toMatchObject({
      row: 6,
      issues: [{ place: 'cena', value: 'dwa', expected: expect.stringContaining('12.50') }],
    });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect(desk.service.log).toHaveLength(sent);
  });

  it('queues exactly the ticked rows as one named group that Undo takes back', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'ceny.csv',
      csv('kod;nazwa;cena', 'ZAW-110;Zawias 110°;9,20', 'ZAW-155;Zawias 155°;15', 'N-1;Nowy;1'),
    );
    expect(await desk.call('changesets.tick', { plan, ticked: false, rows: [3] })).toMatchObject({
      ticked: 2,
    });
    const queued = await desk.call('changesets.queue', { plan });
    expect(queued).toMatchObject({ queued: 2, left: 0 });
    const { operations } = await desk.call('outbox.list', {});
    expect(operations.map(({ key, group }) => [key, group])).toEqual([
      ['ZAW-110', queued.group],
      ['N-1', queued.group],
    ]);
    expect(operations[0]?.groupLabel).toMatchObject({ code: 'import', count: 2 });
    await undo(desk);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect((await desk.call('records.list', { kind: 'fittings' })).total).toBe(2);
    expect(
      (await desk.call('groups.list', {})).groups.map(({ label, state }) => [label.code, state]),
    ).toEqual([
      ['undo', 'queued'],
      ['import', 'undone'],
    ]);
  });

  it('tells a changed locked field, row by row, and takes the rest', async () => {
    const desk = await openDesk();
    const { plan, counts } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;cena;stock', 'ZAW-110;9;99', 'ZAW-155;14,3;4'),
    );
    expect(counts).toMatchObject({ changed: 1, error: 1, partly: 1 });
    const expected = 'no change: this field cannot be changed after creation (it holds 12)';
    expect((await rowsOf(desk, plan))[0]).toMatchObject({
      outcome: 'changed',
      changes: [{ field: 'price' }],
      issues: [{ place: 'stock', value: '99', expected }],
    });
  });

  it('takes neither of two rows with one code', async () => {
    const desk = await openDesk();
    const lines = Array.from({ length: 400 }, (_, index) => `N-${index};Nowy ${index};1`);
    const { plan, counts } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;name;price', ...lines, 'N-0;Inny;2', 'ZAW-110;a;1', 'ZAW-110;b;2'),
    );
    expect(counts).toMatchObject({ new: 399, error: 4 });
    const { rows } = await desk.call('changesets.rows', {
      plan,
      outcomes: ['error'],
      offset: 0,
      limit: 10,
    });
    expect(rows.map(({ row, issues }) => [row, issues[0]?.expected])).toEqual([
      [2, 'a code that no other row has: row 402 has it too'],
      [402, 'a code that no other row has: row 2 has it too'],
      [403, 'a code that no other row has: row 404 has it too'],
      [404, 'a code that no other row has: row 403 has it too'],
    ]);
  });

  it.each([
    ['10%', 'without %'],
    ['12,50 EUR', 'without a currency'],
    ['12,50 mm', 'without a currency'],
    ['€ 5', 'without a currency'],
    ['1.234', 'here a dot or comma could separate thousands'],
  ])('refuses %s in a sheet with decimal commas', async (text, expected) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;price', `ZAW-110;${text}`, 'ZAW-155;1,5'),
    );
    expect((await rowsOf(desk, plan))[0]?.issues[0]?.expected).toContain(expected);
  });

  it.each([
    ['1\u00a0234,5', '1234.5'],
    ['1\u202f234', '1234'],
    ['-0,5', '-0.5'],
    ['12.50', '12.50'],
  ])('reads %s in a sheet with decimal commas', async (text, after) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;price', `ZAW-110;${text}`, 'ZAW-155;1,5'),
    );
    expect((await rowsOf(desk, plan))[0]?.changes).toMatchObject([{ after }]);
  });

  it('keeps codes as text: leading zeros and what looks like an exponent', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;name', '00417;A', "'00418;B", '1E5;C', "'=1+1;D"),
    );
    expect((await rowsOf(desk, plan)).map(({ key }) => key)).toEqual([
      '00417',
      '00418',
      '1E5',
      '=1+1',
    ]);
  });

  it('reads nested fields from dotted columns, by names in either language', async () => {
    const desk = await openDesk();
    const sheet = await openSheet(
      desk,
      'fittings',
      'a.csv',
      csv(
        'Kod,Nazwa,wymiary.x,Wymiary Y,Dimensions Z,Progi stanu niski,nic',
        'N-1,Nowy,10,20,30,5,?',
      ),
    );
    expect(sheet.columns.map(({ field }) => field)).toEqual([
      'kod',
      'name',
      'wymiary.x',
      'wymiary.y',
      'wymiary.z',
      'stock_limits.small',
      null,
    ]);
    const { plan } = await desk.call('sheets.check', { sheet: sheet.sheet });
    await desk.call('changesets.queue', { plan });
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'N-1' });
    expect(record).toMatchObject({
      wymiary: { x: '10', y: '20', z: '30' },
      stock_limits: { small: 5 },
    });
  });

  it('remembers what the columns of a layout mean', async () => {
    const desk = await openDesk();
    const text = csv('indeks;opis towaru;netto', 'ZAW-110;Zawias;9');
    const first = await openSheet(desk, 'fittings', 'a.csv', text);
    expect(first.issues).not.toEqual([]);
    await expect(desk.call('sheets.check', { sheet: first.sheet })).rejects.toMatchObject({
      code: 'invalid',
    });
    const mapped = await desk.call('sheets.adjust', {
      sheet: first.sheet,
      columns: [
        { index: 0, field: 'kod' },
        { index: 2, field: 'price' },
      ],
    });
    expect(mapped).toMatchObject({ issues: [], keyColumn: 0 });
    await desk.call('sheets.check', { sheet: first.sheet });
    await desk.restart();
    const again = await openSheet(desk, 'fittings', 'b.csv', text.replace('9', '10'));
    expect(again.columns.map(({ field, by }) => [field, by])).toEqual([
      ['kod', 'layout'],
      [null, null],
      ['price', 'layout'],
    ]);
  });

  it('stages files beside the sheet when it is queued, and takes none from elsewhere', async () => {
    const desk = await openDesk();
    desk.file('foto/nowy.png', PNG);
    fs.writeFileSync(path.join(desk.folder, '..', 'outside.png'), PNG);
    fs.symlinkSync(path.join(desk.folder, '..', 'outside.png'), path.join(desk.folder, 'link.png'));
    const { plan, counts } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv(
        'kod;name;images',
        'N-1;A;foto\\nowy.png',
        'N-2;B;../outside.png',
        'N-3;C;link.png',
        'N-4;D;nie-ma.png',
        'ZAW-110;Zawias 110°;foto/nowy.png',
      ),
    );
    expect(counts).toMatchObject({ new: 1, changed: 1, error: 3 });
    expect(fs.readdirSync(path.join(desk.folder, 'data/profiles/default/staged'))).toHaveLength(1);
    await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: 2, refused: 0 });
    const stored = desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');
    expect(stored?.['images']).toEqual([expect.stringContaining('.png')]);
    fs.rmSync(path.join(desk.folder, '..', 'outside.png'));
  });

  it('writes rejects in the format of the sheet, which import again once mended', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;name;price', 'N-1;Dobry;1', '=N-2;Zły;abc', 'N-3;;3'),
    );
    const target = path.join(desk.folder, 'rejects.csv');
    expect(await desk.call('changesets.rejects', { plan, to: target })).toMatchObject({
      rows: 2,
      file: target,
    });
    const text = fs.readFileSync(target, 'utf8');
    expect(text).toContain("'=N-2;Zły;abc;");
    const again = await checkSheet(
      desk,
      'fittings',
      'r.csv',
      text.replace('abc', '2,5').replace('N-3;;', 'N-3;Trzy;'),
    );
    expect(again.counts).toMatchObject({ new: 2, error: 0 });
    expect((await rowsOf(desk, again.plan)).map(({ key }) => key)).toEqual(['=N-2', 'N-3']);
  });

  it('leaves a record alone that changed between preview and queue, and says so', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;price', 'ZAW-110;9', 'ZAW-155;15'),
    );
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '7' },
      files: [],
    });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 1 });
    expect((await rowsOf(desk, plan))[0]).toMatchObject({
      outcome: 'error',
      issues: [{ place: 'price', value: '7' }],
    });
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    expect(record['price']).toBe('7');
  });
});
