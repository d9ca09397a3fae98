import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Changeset, ChangesetRow } from '#contract/changesets/changeset.ts';
import { NO_PREFS } from '../../../../src/renderer/src/fields/model/columns.ts';
import { blockSize } from '../../../../src/renderer/src/fields/model/block.ts';
import { exportColumns } from '../../../../src/renderer/src/screens/records/state/tasks.ts';
import {
  changeOf,
  codesFor,
  emptyForm,
  fieldsFor,
  withCode,
} from '../../../../src/renderer/src/changesets/bulk/bulkForm.ts';
import {
  firstChoice,
  formatOf,
} from '../../../../src/renderer/src/changesets/export/exportChoice.ts';
import { datedName } from '../../../../src/renderer/src/state/datedName.ts';
import { isSheet } from '../../../../src/renderer/src/files/sheetFile.ts';
import { differenceOf } from '../../../../src/renderer/src/fields/model/difference.ts';
import { fieldsOf } from '../../../../src/renderer/src/fields/model/fields.ts';
import {
  PAGE,
  ChangesetRows,
} from '../../../../src/renderer/src/changesets/preview/changesetRows.ts';
import {
  firstFilter,
  tickedOf,
} from '../../../../src/renderer/src/changesets/preview/useChangeset.ts';
import { closeTask, openNow, openTask } from '../../../../src/renderer/src/fields/undo/tasks.ts';

const materials = fieldsOf('materials');
const price = resourceOf('materials').fields['price'];

describe('the form of a bulk change', () => {
  it.each(KINDS)('offers only fields of %s that can be changed after creation', (kind) => {
    const fields = fieldsOf(kind);
    for (const code of codesFor(fields))
      for (const { update } of fieldsFor(code, fields)) expect(update).toBe(true);
  });

  it('reads a per cent as a person types it', () => {
    const form = { ...emptyForm('percent', materials), amount: '3,5' };
    const change = { code: 'percent', field: 'price', percent: '3.5', round: { to: '0.10' } };
    expect(changeOf(form, price)).toEqual(change);
  });

  it.each(['', '0', '0,00', 'dużo'])('asks for nothing while the amount is %j', (amount) => {
    expect(changeOf({ ...emptyForm('add', materials), amount }, price)).toBeNull();
  });

  it('takes another field when the change does not fit the old one', () => {
    const form = withCode(emptyForm('percent', materials), 'replace', materials);
    expect(form.path).toBe('SIFRA');
    expect(withCode({ ...form, path: 'name' }, 'clear', materials).path).toBe('name');
  });

  it('sets a value in its normal form, and none that does not fit', () => {
    const form = { ...emptyForm('set', materials), path: 'price' };
    expect(changeOf({ ...form, value: '12,50' }, price)).toMatchObject({ value: '12.50' });
    expect(changeOf({ ...form, value: 'x' }, price)).toBeNull();
  });
});

describe('differenceOf', () => {
  it.each([
    ['12.50', '12.90', { sign: 1, by: '0.40' }],
    ['12.50', '12.5', { sign: 0, by: '0.00' }],
    [10, '-1', { sign: -1, by: '11' }],
    [null, '1', null],
    ['dużo', '1', null],
  ] as const)('from %j to %j is %j', (before, after, expected) => {
    expect(differenceOf(price, before, after)).toEqual(expected);
  });

  it('knows none of a text', () => {
    expect(differenceOf(resourceOf('materials').fields['name'], '1', '2')).toBeNull();
  });
});

describe('the choice of an export', () => {
  it('begins as the spreadsheet of the language reads it', () => {
    const choice = { ...firstChoice('pl', 0), format: 'csv' } as const;
    const polish = { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: true };
    expect(formatOf(choice)).toEqual(polish);
    expect(firstChoice('en', 5)).toMatchObject({ rows: 'selected', separator: ',', decimal: '.' });
  });

  it('names the file by kind and day', () => {
    expect(datedName('materials', 'xlsx', new Date(2026, 0, 5))).toBe('materials-2026-01-05.xlsx');
  });

  it.each(KINDS)('writes %s with what an import finds them by', (kind) => {
    const resource = resourceOf(kind);
    const columns = exportColumns(resource, NO_PREFS);
    expect(columns[0]).toBe(resource.key ?? '_id');
    expect(new Set(columns).size).toBe(columns.length);
  });
});

describe('blockSize', () => {
  it.each([
    ['a', 1, 1],
    ['a\r\nb\r\n', 2, 1],
    ['a\tb\nc', 2, 2],
    ['7\r8\t9\r', 2, 2],
  ])('of %j is %i by %i', (text, rows, columns) => {
    expect(blockSize(text)).toEqual({ rows, columns });
  });

  it('of as many rows as a worksheet can give is told too', () => {
    expect(blockSize('7\n'.repeat(200_000))).toEqual({ rows: 200_000, columns: 1 });
  });
});

describe('isSheet', () => {
  it('tells a sheet from a picture', () => {
    expect([isSheet({ name: 'Cennik.XLSX' }), isSheet({ name: 'a.png' })]).toEqual([true, false]);
  });
});

describe('ChangesetRows', () => {
  const row = (at: number) => ({ row: at, outcome: 'changed', ticked: true }) as ChangesetRow;
  const paged = () => {
    const asked: number[] = [];
    const rows = new ChangesetRows((offset, limit) => {
      asked.push(offset);
      return Promise.resolve({
        total: 1000,
        rows: Array.from({ length: limit }, (_, at) => row(offset + at)),
      });
    });
    return { asked, rows };
  };

  it('asks for the pages in sight, each once', async () => {
    const { asked, rows } = paged();
    rows.want(PAGE - 1, PAGE);
    rows.want(0, PAGE);
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toEqual([0, PAGE]);
    expect(rows.snapshot().at(PAGE)?.row).toBe(PAGE);
    expect(rows.snapshot().at(5 * PAGE)).toBeUndefined();
  });

  it('shows other ticks also in rows that were asked for before them', async () => {
    const { rows } = paged();
    rows.want(0, 0);
    rows.tick(false, () => true);
    rows.tick(true, ({ row: at }) => at === 1);
    await Promise.resolve();
    await Promise.resolve();
    const { at } = rows.snapshot();
    expect([0, 1, 2].map((index) => at(index)?.ticked)).toEqual([false, true, false]);
  });

  it('takes a refused tick back and nothing else: each row is as it was, later ticks stay', async () => {
    const { rows } = paged();
    rows.want(0, 0);
    await Promise.resolve();
    await Promise.resolve();
    rows.tick(false, ({ row: at }) => at === 1);
    const takeBack = rows.tick(false, () => true);
    rows.tick(false, ({ row: at }) => at === 2);
    takeBack();
    const { at } = rows.snapshot();
    expect([0, 1, 2, 3].map((index) => at(index)?.ticked)).toEqual([true, false, false, true]);
  });

  it('shows other ticks at once', async () => {
    const { rows } = paged();
    rows.want(0, 0);
    await Promise.resolve();
    await Promise.resolve();
    rows.tick(false, (each) => each.row === 3);
    expect([rows.snapshot().at(3)?.ticked, rows.snapshot().at(4)?.ticked]).toEqual([false, true]);
  });
});

describe('the tick on the whole table', () => {
  const counts = {
    new: 0,
    changed: 2,
    same: 0,
    kept: 2,
    error: 1,
    ticked: 2,
    partly: 0,
    warned: 0,
  };
  const shown = async (filter: 'kept' | 'changed', ticked: readonly boolean[]) => {
    const rows = new ChangesetRows(() =>
      Promise.resolve({
        total: ticked.length,
        rows: ticked.map((each, row) => ({ row, outcome: filter, ticked: each }) as ChangesetRow),
      }),
    );
    rows.want(0, 0);
    await Promise.resolve();
    await Promise.resolve();
    return tickedOf({ counts, filter, rows: rows.snapshot() });
  };

  it('stands for the rows that the filter shows, whatever else is ticked', async () => {
    expect(await shown('kept', [false, false])).toEqual({ some: false, all: false });
    expect(await shown('kept', [true, false])).toEqual({ some: true, all: false });
    expect(await shown('changed', [true, true])).toEqual({ some: true, all: true });
  });

  it('stands for all of the plan where nothing is filtered', () => {
    const rows = new ChangesetRows(() => Promise.reject(new Error('not asked')));
    const of = (ticked: number) =>
      tickedOf({ counts: { ...counts, ticked }, filter: null, rows: rows.snapshot() });
    expect([of(0), of(2), of(4)]).toEqual([
      { some: false, all: false },
      { some: true, all: false },
      { some: true, all: true },
    ]);
  });
});

describe('work that ends behind its dialog', () => {
  it('is not of another one that was opened meanwhile', () => {
    const task = { id: 'import', kind: 'materials', roots: [] } as const;
    openTask(task);
    const isOpen = openNow();
    expect(isOpen()).toBe(true);
    closeTask();
    expect(isOpen()).toBe(false);
    openTask({ ...task });
    expect(isOpen()).toBe(false);
    closeTask();
  });
});

describe('what a preview shows first', () => {
  const plan = (code: Changeset['label']['code'], same: number): Changeset => ({
    plan: 'p',
    kind: 'materials',
    label: { code, kind: 'materials', count: 5, params: { field: 'price' } },
    state: 'ready',
    counts: { new: 0, changed: 5, same, kept: 0, error: 0, ticked: 5, partly: 0, warned: 0 },
  });

  it.each([
    ['percent', 3, 'changed'],
    ['percent', 0, null],
    ['import', 3, null],
  ] as const)('of %s with %i the same is %s', (code, same, expected) => {
    expect(firstFilter(plan(code, same))).toBe(expected);
  });
});
