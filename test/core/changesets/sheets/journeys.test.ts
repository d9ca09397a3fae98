import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openFile, openSheet, rowsOf, undo } from '../../../support/sheets.ts';
import { workbook } from '../../../support/workbook.ts';
import { expecting } from '#contract/expectations/expected.ts';

const lines = (...all: readonly string[]) => all.join('\n');
const idsOf = async (desk: TestWorkstation) =>
  (await desk.call('records.list', { kind: 'products' })).rows.map(({ id }) => id);

describe('products, which the document gives no code', () => {
  it('are found by their id, and by nothing else', async () => {
    const desk = await openDesk();
    const [id = ''] = await idsOf(desk);
    const { plan, counts } = await checkSheet(
      desk,
      'products',
      'produkty.csv',
      lines(
        '_id;name;status;date;materialy;main;modelPath',
        `${id};Szafa 3D;1;2026-01-02;{};{};uploads/products/s.obj`,
        'nie-ma-takiego;Stół;1;2026-01-02;{};{};uploads/products/s.obj',
        ';Szafa 2D;1;2026-01-02;{};{};uploads/products/s.obj',
      ),
    );
    expect(counts).toMatchObject({ changed: 1, error: 2 });
    const rows = await rowsOf(desk, plan);
    expect(rows[0]).toMatchObject({ ref: id, changes: [{ field: 'name', after: 'Szafa 3D' }] });
    expect(rows[1]?.issues).toEqual([
      {
        place: '_id',
        value: 'nie-ma-takiego',
        ...expecting('knownId'),
      },
    ]);
    expect(rows[2]?.issues).toMatchObject([
      { place: 'name', value: 'Szafa 2D', expected: expect.stringContaining(id) },
    ]);
    await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.all('products')).toMatchObject([{ name: 'Szafa 3D' }]);
  });

  it('of one name in two rows are made by neither, in one piece of the sheet or far apart', async () => {
    const desk = await openDesk();
    desk.file('m.obj', 'v 0 0 0\n');
    const row = (name: string) => `${name};1;2026-01-02;{};{};m.obj`;
    const { plan, counts } = await checkSheet(
      desk,
      'products',
      'p.csv',
      lines(
        'name;status;date;materialy;main;modelPath',
        row('Stół'),
        row('Stół'),
        row('Ława'),
        ...Array.from({ length: 300 }, (_, at) => row(`Regał ${at}`)),
        row('Ława'),
      ),
    );
    expect(counts).toMatchObject({ new: 300, error: 4 });
    const errors = (await rowsOf(desk, plan)).filter(({ outcome }) => outcome === 'error');
    expect(
      errors.map(({ row: at, issues }) => [at, issues[0]?.place, issues[0]?.expected]),
    ).toEqual([
      [2, 'name', 'a name that no other row has: row 3 has it too'],
      [3, 'name', 'a name that no other row has: row 2 has it too'],
      [4, 'name', 'a name that no other row has: row 305 has it too'],
      [305, 'name', 'a name that no other row has: row 4 has it too'],
    ]);
  });
});

describe('files that a sheet names', () => {
  it('are looked for from the folder of the sheet, below it and with either slash', async () => {
    const desk = await openDesk();
    desk.file('cenniki/foto/Zawias 1.png', PNG);
    desk.file('cenniki/foto/głębiej/2.png', PNG);
    desk.file('cenniki/modele/a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const { plan, counts } = await checkSheet(
      desk,
      'fittings',
      'cenniki/nowe.csv',
      lines(
        'kod;name;images;model',
        'N-1;A;"./foto/Zawias 1.png|foto\\głębiej\\2.png";modele/a.obj',
        'N-2;B;cenniki/foto/Zawias 1.png;',
      ),
    );
    expect(counts).toMatchObject({ new: 1, error: 1 });
    expect((await rowsOf(desk, plan))[0]?.files).toEqual([
      { field: 'images', path: './foto/Zawias 1.png' },
      { field: 'images', path: 'foto\\głębiej\\2.png' },
      { field: 'model', path: 'modele/a.obj' },
    ]);
    await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
    const made = desk.service.state.all('fittings').find(({ kod }) => kod === 'N-1');
    expect(made?.['images']).toHaveLength(2);
    expect(made?.['model']).toMatch(/\.obj$/);
  });

  it('are taken from what was given along with it, and kept until they are sent', async () => {
    const desk = await openDesk();
    const picture = await desk.call('files.stage', {
      path: desk.file('elsewhere/nowy.png', PNG),
      kind: 'fittings',
    });
    const unused = await desk.call('files.stage', {
      path: desk.file('elsewhere/inny.png', Buffer.concat([PNG, Buffer.from('x')])),
      kind: 'fittings',
    });
    const text = lines('kod;name;images', 'N-1;A;nowy.png');
    const { file } = await desk.call('files.stage', { path: desk.file('sheets/a.csv', text) });
    const beside = [
      { name: 'nowy.png', file: picture.file },
      { name: 'inny.png', file: unused.file },
    ];
    const { sheet } = await desk.call('sheets.open', { kind: 'fittings', file, beside });
    await desk.call('sheets.check', { sheet });
    // The window is closed while the rows are still on their way to the outbox.
    const queueing = desk.call('changesets.queue', { plan: sheet });
    await desk.call('sheets.close', { sheet });
    expect(await queueing).toMatchObject({ queued: 1, left: 0 });
    const staged = path.join(desk.folder, 'data/profiles/default/staged');
    expect(fs.readdirSync(staged)).toEqual([picture.sha256]);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });
});

describe('the rows that could not be taken', () => {
  const ROWS = [
    ['Kod towaru', 'Nazwa', 'Netto', 'Uwagi'],
    ['00417', 'Dąb', '12,50', 'dobry'],
    ['00418', 'Żółty', 'dużo', '=SUM(A1)'],
    ['1E5', '', '7,25', '+48 500'],
  ];
  const FIELDS = [
    { index: 0, field: 'kod' },
    { index: 2, field: 'price' },
  ];
  const CSV = ROWS.map((row) => row.join(';')).join('\r\n');
  const OBJECTS = ROWS.slice(1).map((row) =>
    Object.fromEntries(row.flatMap((text, at) => (text === '' ? [] : [[ROWS[0]?.[at], text]]))),
  );

  it.each<[string, () => Promise<Buffer>]>([
    ['cennik.csv', () => Promise.resolve(Buffer.from(CSV))],
    ['cennik.json', () => Promise.resolve(Buffer.from(JSON.stringify(OBJECTS)))],
    ['cennik.xlsx', () => workbook([{ name: 'Cennik', rows: ROWS }])],
  ])('of %s are saved with why, rejected once more, mended and taken', async (name, bytes) => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', name, await bytes());
    await desk.call('sheets.adjust', { sheet, columns: FIELDS, dialect: { decimal: ',' } });
    expect(await desk.call('sheets.check', { sheet })).toMatchObject({ counts: { error: 2 } });
    const first = path.join(desk.folder, `1-${name}`);
    await desk.call('changesets.rejects', { plan: sheet, to: first });
    await desk.call('changesets.queue', { plan: sheet });

    // Opened as it is, its columns are known and its rows are refused for the same reasons.
    const again = await openFile(desk, 'fittings', first);
    expect(again.columns.map(({ name: own, field }) => [own, field])).toEqual([
      ['Kod towaru', 'kod'],
      ['Nazwa', 'name'],
      ['Netto', 'price'],
      ['Uwagi', null],
      ['Reason / Powód', null],
    ]);
    expect(await desk.call('sheets.check', { sheet: again.sheet })).toMatchObject({
      counts: { new: 0, error: 2 },
    });
    const second = path.join(desk.folder, `2-${name}`);
    await desk.call('changesets.rejects', { plan: again.sheet, to: second });
    const rejects = await openFile(desk, 'fittings', second);
    expect(rejects.columns).toHaveLength(5);
    expect(rejects.columns.map(({ samples }) => samples.slice(0, 2))).toEqual([
      ['00418', '1E5'],
      ['Żółty'],
      ['dużo', expect.stringMatching(/^7[.,]25$/)],
      ['=SUM(A1)', '+48 500'],
      [expect.stringContaining('dużo'), expect.stringContaining('required to create')],
    ]);

    if (!name.endsWith('.csv')) return;
    const mended = fs
      .readFileSync(second, 'utf8')
      .replace(';dużo;', ';9,90;')
      .replace(';;7,25', ';B;7,25');
    const last = await checkSheet(desk, 'fittings', name, mended);
    expect(last.counts).toMatchObject({ new: 2, error: 0 });
    await desk.call('changesets.queue', { plan: last.plan });
    await desk.push();
    const stored = desk.service.state.all('fittings');
    expect(stored.find(({ kod }) => kod === '00418')).toMatchObject({ price: '9.90' });
    expect(stored.find(({ kod }) => kod === '1E5')).toMatchObject({ name: 'B', price: '7.25' });
  });
});

describe('a number of a workbook that could not be taken', () => {
  it('stands in the rejects as it stood where it can be read in two ways', async () => {
    const desk = await openDesk();
    const rows = [
      ['kod', 'nazwa', 'cena'],
      ['N-1', 'Nowy', '12,50'],
      ['N-2', 'Drugi', '1.500'],
      ['N-3', '', '1250'],
    ];
    const bytes = await workbook([{ name: 'Ceny', rows }]);
    const { plan } = await checkSheet(desk, 'fittings', 'ceny.xlsx', bytes);
    const to = path.join(desk.folder, 'rejects.xlsx');
    expect(await desk.call('changesets.rejects', { plan, to })).toMatchObject({ rows: 2 });
    const { sheet } = await openFile(desk, 'fittings', to);
    const again = await desk.call('sheets.check', { sheet });
    expect(again.counts).toMatchObject({ new: 0, error: 2 });
    const issues = (await rowsOf(desk, again.plan)).map((row) => row.issues);
    expect(issues).toMatchObject([
      [{ place: 'cena', value: '1.500', expected: expect.stringContaining('separate thousands') }],
      [{ place: 'nazwa' }],
    ]);
  });

  it('stays a number, which no mark can part otherwise', async () => {
    const desk = await openDesk();
    const text = (each: string) => `<c t="inlineStr"><is><t>${each}</t></is></c>`;
    const rows = [
      ['kod', 'nazwa', 'cena'].map(text),
      [text('N-1'), text(''), '<c><v>1.125</v></c>'],
      [text('N-2'), text(''), text('12,50')],
    ].map((cells) => `<row>${cells.join('')}</row>`);
    const sheetXml = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
    const bytes = await workbook([{ name: 'Ceny', rows: [] }], {
      'xl/worksheets/0.xml': Buffer.from(sheetXml),
    });
    const first = await checkSheet(desk, 'fittings', 'ceny.xlsx', bytes);
    expect(first.counts).toMatchObject({ new: 0, error: 2 });
    const to = path.join(desk.folder, 'rejects.xlsx');
    await desk.call('changesets.rejects', { plan: first.plan, to });
    const { sheet } = await openFile(desk, 'fittings', to);
    const again = await desk.call('sheets.check', { sheet });
    const issues = (await rowsOf(desk, again.plan)).map((row) => row.issues);
    expect(issues).toMatchObject([[{ place: 'nazwa' }], [{ place: 'nazwa' }]]);
    expect(issues.flat()).toHaveLength(2);
  });
});

describe('an import that was sent', () => {
  it('is taken back: what it made is removed, what it changed goes back, what changed since stays', async () => {
    const desk = await openDesk();
    const { plan } = await checkSheet(
      desk,
      'fittings',
      'cennik.csv',
      lines('kod;name;price', 'N-1;Nowy;1', 'N-2;Nowy;2', 'ZAW-110;A;9', 'ZAW-155;B;15'),
    );
    await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: 4 });
    const of = (kod: string) =>
      desk.service.state.all('fittings').find((each) => each['kod'] === kod);
    for (const kod of ['N-2', 'ZAW-155'])
      desk.service.state.patch('fittings', String(of(kod)?.['_id']), { price: 77 });
    desk.clock.advance(1_000);
    await desk.pull();
    const { plan: id, counts, label } = await desk.call('undo.plan', {});
    expect(label).toMatchObject({ code: 'undo', of: { code: 'import', count: 4 } });
    // Of ZAW-155 the name goes back and the price stays, each a line of its own.
    expect(counts).toMatchObject({ changed: 3, kept: 2, ticked: 3 });
    await desk.call('changesets.queue', { plan: id });
    expect(await desk.push()).toMatchObject({ done: 3 });
    expect(of('N-1')).toBeUndefined();
    expect(of('N-2')).toMatchObject({ price: '77' });
    expect(of('ZAW-110')).toMatchObject({ name: SEED.fittings[0]?.name, price: '8.9' });
    expect(of('ZAW-155')).toMatchObject({ name: SEED.fittings[1]?.name, price: '77' });
    await expect(undo(desk)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a bulk change', () => {
  it('sets and clears a field, is sent so, and is taken back from the service', async () => {
    const desk = await openDesk();
    const stored = () => desk.service.state.all('materials')[0];
    const selection = { query: { kind: 'materials' as const } };
    const run = async (change: Parameters<typeof desk.call<'bulk.plan'>>[1]['change']) => {
      const { plan } = await desk.call('bulk.plan', { kind: 'materials', selection, change });
      await desk.call('changesets.queue', { plan });
      await desk.push();
    };
    await run({ code: 'set', field: 'name', value: 'Buk' });
    expect(stored()).toMatchObject({ name: 'Buk' });
    await run({ code: 'set', field: 'DEB', value: '18' });
    await run({ code: 'clear', field: 'DEB' });
    expect(stored()).toMatchObject({ DEB: '' });
    await undo(desk);
    await desk.push();
    expect(stored()).toMatchObject({ DEB: '18' });
    await undo(desk, (await desk.call('groups.list', {})).groups.at(-1)?.id);
    await desk.push();
    expect(stored()).toMatchObject({ name: 'Dąb Bardolino', DEB: '18' });
  });
});
