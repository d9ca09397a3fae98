import { describe, expect, it } from 'vitest';
import { nearForm, visibleText } from '#contract/visibleText.ts';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, rowsOf } from '../../../support/sheets.ts';

const csv = (...lines: readonly string[]) => lines.join('\r\n');
const withCodes = (...codes: readonly string[]) =>
  openDesk({
    seed: {
      ...SEED,
      fittings: codes.map((kod) => ({ kod, name: `Okucie ${kod}`, price: '10.00', images: [] })),
    },
  });

/**
 * Checks a sheet with one row of this code and returns the row's outcome.
 *
 * The row matches an existing record, or is a new record with warnings.
 */
async function outcomeOf(desk: TestWorkstation, code: string) {
  const { plan } = await checkSheet(desk, 'fittings', 'a.csv', csv('kod;name', `${code};Inne`));
  const [row] = await rowsOf(desk, plan);
  return { outcome: row?.outcome, key: row?.key, ticked: row?.ticked, asks: row?.asks };
}

describe('a code that differs in what nobody sees', () => {
  it.each([
    'A-1\u200b',
    '\u200eA-1',
    'A-\u00ad1',
    'A-1\u00a0',
    ' A-1 ',
    '\ufeffA-1',
    'A\u2060-1',
    'A-1\ufe0f',
    'A-1\u202c',
    'A-1\u200d',
    '\u180eA-1',
    'A-1\u3164',
    'A-1\u{e0020}',
    'A-1\u2800',
  ])('is that of the record that is there: %j', async (code) => {
    const desk = await withCodes('A-1');
    const found = await outcomeOf(desk, code);
    expect(found).toEqual({ outcome: 'changed', key: 'A-1', ticked: true, asks: false });
  });

  it('is found in either direction', async () => {
    const desk = await withCodes('A-1\u200b');
    expect(await outcomeOf(desk, 'A-1')).toMatchObject({ outcome: 'changed', key: 'A-1\u200b' });
  });

  it('is that of another row', async () => {
    const desk = await withCodes('A-1');
    const text = csv('kod;name', 'B-1;X', 'B-\u200b1;Y');
    const { counts } = await checkSheet(desk, 'fittings', 'a.csv', text);
    expect(counts).toMatchObject({ new: 0, error: 2 });
  });

  it('is kept without it where a record is made or named', async () => {
    const desk = await withCodes('A-1');
    const values = { kod: 'N\u200b-1\u00a0', name: 'Nowe' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: '\u200eN-1 ' });
    expect(record['kod']).toBe('N-1');
    const again = desk.call('records.create', { kind: 'fittings', values, files: [] });
    await expect(again).rejects.toMatchObject({ code: 'invalid' });
  });

  it('is the same code to the rule same-code', async () => {
    const desk = await withCodes('A-1', 'A-\u200b1');
    await desk.call('problems.check', {});
    const { problems } = await desk.call('problems.list', { rules: ['same-code'] });
    expect(problems).toHaveLength(1);
  });
});

describe('a new code that is nearly another one', () => {
  it.each([
    ['A\u20111', 'A-1'],
    ['A\u20131', 'A-1'],
    ['A\u22121', 'A-1'],
    ['A- 1', 'A-1'],
    ['a-1', 'A-1'],
    ['417', '00417'],
    ['0417', '00417'],
    ['00417', '417'],
  ])('asks before it is queued: %j beside %j', async (code, there) => {
    const desk = await withCodes(there);
    const { plan, counts } = await checkSheet(
      desk,
      'fittings',
      'a.csv',
      csv('kod;name', `${code};X`),
    );
    expect(counts).toMatchObject({ new: 1, ticked: 0, warned: 1 });
    expect(await rowsOf(desk, plan)).toMatchObject([
      {
        outcome: 'new',
        asks: true,
        warnings: [
          {
            place: 'kod',
            expected: `a code that differs clearly from the existing ${there}`,
          },
        ],
      },
    ]);
  });

  it.each([
    ['in neighbouring rows', 0],
    ['in rows that are far apart', 120],
  ])('asks about both rows of one sheet: %s', async (_, between) => {
    const desk = await openDesk();
    const others = Array.from({ length: between }, (_row, at) => `Z-${at};Inne`);
    const text = csv('kod;name', '00417;X', ...others, '0417;Y');
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.csv', text);
    expect(counts).toMatchObject({ new: between + 2, ticked: between, warned: 2, error: 0 });
    const warned = await desk.call('changesets.rows', { plan, warned: true, offset: 0, limit: 9 });
    const near = 'a code that differs clearly from row';
    expect(warned.rows).toMatchObject([
      { asks: true, ticked: false, warnings: [{ expected: `${near} ${between + 3}: 0417` }] },
      { asks: true, ticked: false, warnings: [{ expected: `${near} 2: 00417` }] },
    ]);
  });

  it('warns the first row of a few rows, where a sheet has hundreds of such codes', async () => {
    const desk = await openDesk();
    const rows = Array.from(
      { length: 200 },
      (_row, at) =>
        `${'abcdefgh'.replace(/./g, (sign, place: number) => ((at >> place) % 2 === 1 ? sign.toUpperCase() : sign))};X`,
    );
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.csv', csv('kod;name', ...rows));
    expect(counts).toMatchObject({ new: 200, ticked: 0, warned: 200 });
    const [first, ...later] = await rowsOf(desk, plan);
    expect(first?.warnings).toHaveLength(3);
    expect(later.every(({ warnings }) => warnings?.length === 1)).toBe(true);
  });

  it('is not one that merely resembles another', () => {
    expect(nearForm('A-10')).not.toBe(nearForm('A-1'));
    expect(nearForm('0A1')).not.toBe(nearForm('A1'));
    expect(visibleText('Ł-1 x')).toBe('Ł-1 x');
  });
});

describe('a value that a person should look at', () => {
  const prices = (...rows: readonly string[]) => csv('kod;cena', ...rows);

  it('below zero is not ticked, neither by itself nor with all others', async () => {
    const desk = await openDesk();
    const text = prices('ZAW-110;-9,30', 'ZAW-155;14,90');
    const { plan, counts } = await checkSheet(desk, 'fittings', 'a.csv', text);
    expect(counts).toMatchObject({ changed: 2, ticked: 1, warned: 1 });
    const all = await desk.call('changesets.tick', { plan, ticked: true, outcomes: ['changed'] });
    expect(all.ticked).toBe(1);
    const one = await desk.call('changesets.tick', { plan, ticked: true, rows: [2] });
    expect(one.ticked).toBe(2);
    const warned = await desk.call('changesets.rows', { plan, warned: true, offset: 0, limit: 9 });
    expect(warned.rows.map(({ key, warnings }) => [key, warnings[0]?.expected])).toEqual([
      ['ZAW-110', 'a number that is not below 0'],
    ]);
  });

  it.each([
    ['21,00', '+136'],
    ['0,89', '-90'],
    ['0', '-100'],
  ])('changed by much is marked and stays ticked: %s', async (price, percent) => {
    const desk = await openDesk();
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', prices(`ZAW-110;${price}`));
    const [row] = await rowsOf(desk, plan);
    expect(row).toMatchObject({ ticked: true, asks: false });
    expect(row?.warnings[0]?.expected).toBe(
      `a price near the previous one, 8.90: this is ${percent} %`,
    );
  });

  it('changed by little is not marked', async () => {
    const desk = await openDesk();
    const { counts } = await checkSheet(desk, 'fittings', 'a.csv', prices('ZAW-110;12,40'));
    expect(counts).toMatchObject({ changed: 1, ticked: 1, warned: 0 });
  });

  it('is asked about in a paste too', async () => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'fittings', limit: 2 });
    const ids = rows.map(({ id }) => id);
    const plan = await desk.call('paste.plan', {
      kind: 'fittings',
      ids,
      fields: ['price'],
      text: '−5\n9,60 zł',
    });
    expect(
      (await rowsOf(desk, plan.plan)).map(({ ticked, changes }) => [ticked, changes[0]?.after]),
    ).toEqual([
      [false, '-5'],
      [true, '9.60'],
    ]);
  });

  it('below zero is a problem once it is kept', async () => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 1 });
    await desk.call('records.update', {
      kind: 'materials',
      ref: rows[0]?.id ?? '',
      values: { price: '-5' },
      files: [],
    });
    await desk.call('problems.check', {});
    const { problems } = await desk.call('problems.list', { rules: ['price-zero'] });
    expect(problems).toMatchObject([
      { kind: 'materials', field: 'price', params: { value: '-5' } },
    ]);
  });
});

describe('a copied row with the names of the columns', () => {
  const paste = async (text: string, fields: readonly string[], head?: boolean) => {
    const desk = await openDesk();
    const { rows } = await desk.call('records.list', { kind: 'fittings', limit: 2 });
    const ids = rows.map(({ id }) => id);
    const plan = await desk.call('paste.plan', {
      kind: 'fittings',
      ids,
      fields: [...fields],
      text,
      ...(head === undefined ? {} : { head }),
    });
    const found = await rowsOf(desk, plan.plan);
    return {
      head: plan.label.params['head'],
      rows: found.map(({ ref, ticked, changes }) => [
        ids.indexOf(ref ?? ''),
        ticked,
        ...changes.map(({ after }) => after),
      ]),
    };
  };

  it.each([
    ['Nazwa\nDrzwi\nOkno', ['name']],
    ['name\nDrzwi\nOkno', ['name']],
    ['Nazwa\tCena\nDrzwi\t11\nOkno\t12', ['name', 'price']],
  ])('is left out, so that no record is renamed: %j', async (text, fields) => {
    const { head, rows } = await paste(text, fields);
    expect(head).toBe('yes');
    expect(rows.map(([at, ticked, name]) => [at, ticked, name])).toEqual([
      [0, true, 'Drzwi'],
      [1, true, 'Okno'],
    ]);
  });

  it('that is all there is changes nothing', async () => {
    expect(await paste('Nazwa\tCena', ['name', 'price'])).toEqual({ head: 'yes', rows: [] });
  });

  it('over other columns asks', async () => {
    const { rows } = await paste('Producent\nDrzwi', ['name']);
    expect(rows).toEqual([[0, false, 'Drzwi']]);
  });

  it('is a value where a person says so, and where it names no field', async () => {
    expect((await paste('Nazwa\nDrzwi', ['name'], false)).rows[0]).toEqual([0, true, 'Nazwa']);
    expect((await paste('Drzwi\nOkno', ['name'])).head).toBe('no');
    expect((await paste('Nazwa', ['name'])).head).toBe('no');
  });
});
