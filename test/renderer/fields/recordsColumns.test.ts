import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  arranged,
  fitWidths,
  isShown,
  moveColumn,
  NO_PREFS,
  pictureField,
  shownColumns,
  sizeColumn,
  stepColumn,
  toggleColumn,
} from '../../../src/renderer/src/fields/model/columns.ts';

const fitting = resourceOf('fittings');
const ids = (prefs = NO_PREFS) => shownColumns(fitting, prefs).map(({ id }) => id);

describe('the columns of a grid', () => {
  it('follow the descriptor, with a box, a picture and the change around them', () => {
    expect(ids()).toEqual([
      'check',
      'picture',
      'kod',
      'name',
      'price',
      'status',
      'producent',
      'kategoria',
      'stock',
      'change',
    ]);
  });

  it('give the column of changes no room while nothing waits', () => {
    const all = shownColumns(fitting, NO_PREFS, false).map(({ id }) => id);
    expect(all).toEqual(ids().filter((id) => id !== 'change'));
  });

  it('have no picture for a kind without files', () => {
    expect(pictureField(resourceOf('edge-bands'))).toBeNull();
    expect(pictureField(resourceOf('materials'))).toBe('PICFILE');
    expect(shownColumns(resourceOf('edge-bands'), NO_PREFS)[1]?.id).toBe('code');
  });

  it('hide and show one by one, and remember it as the person’s own choice', () => {
    const hidden = toggleColumn(fitting, NO_PREFS, 'status');
    expect(ids(hidden)).not.toContain('status');
    expect(ids(hidden)).toContain('stock');
    const shown = toggleColumn(fitting, hidden, 'waga');
    expect(ids(shown)).toContain('waga');
    expect(ids(shown)).not.toContain('status');
  });

  it('move to the place of another, or one step among those shown', () => {
    const moved = moveColumn(fitting, NO_PREFS, 'price', 'kod');
    expect(ids(moved).slice(2, 5)).toEqual(['price', 'kod', 'name']);
    const stepped = stepColumn(fitting, NO_PREFS, 'producent', 1);
    expect(ids(stepped).indexOf('producent')).toBe(ids(stepped).indexOf('kategoria') + 1);
    expect(stepColumn(fitting, NO_PREFS, 'kod', -1)).toBe(NO_PREFS);
  });

  it('put a column that joined later where the descriptor has it', () => {
    const old = { ...NO_PREFS, order: ['name', 'kod', 'price'] };
    const order = arranged(fitting, old).map(({ id }) => id);
    expect(order.slice(0, 3)).toEqual(['name', 'kod', 'price']);
    expect(order[3]).toBe('status');
    expect(new Set(order).size).toBe(order.length);
  });

  it('keep a width within what can be grabbed again', () => {
    expect(sizeColumn(NO_PREFS, 'name', 3).widths['name']).toBeGreaterThan(40);
    expect(sizeColumn(NO_PREFS, 'name', 9_000).widths['name']).toBeLessThan(1_000);
    const sized = sizeColumn(NO_PREFS, 'name', 300);
    expect(sizeColumn(sized, 'name', null).widths).toEqual({});
  });

  it('say of every kind which columns cannot change after creation', () => {
    for (const kind of KINDS)
      for (const column of shownColumns(resourceOf(kind), NO_PREFS))
        if (column.field !== null) expect(column.locked).toBe(!column.field.update);
  });
});

describe('the widths', () => {
  const columns = shownColumns(fitting, NO_PREFS);
  const sum = (widths: readonly number[]) => widths.reduce((total, each) => total + each, 0);

  it('fill wide room with the title', () => {
    const widths = fitWidths(columns, 1_600);
    expect(sum(widths)).toBe(1_600);
    expect(widths[3]).toBeGreaterThan(260);
  });

  it('shrink together, never below what can be read', () => {
    for (const room of [1_100, 950, 700, 300]) {
      const widths = fitWidths(columns, room);
      columns.forEach(({ least }, index) => expect(widths[index]).toBeGreaterThanOrEqual(least));
      if (room >= sum(columns.map(({ least }) => least))) expect(sum(widths)).toBe(room);
    }
  });

  it('leave a width alone that a person chose', () => {
    const mine = shownColumns(fitting, sizeColumn(NO_PREFS, 'name', 500));
    expect(fitWidths(mine, 700)[3]).toBe(500);
  });

  it('know a column by its shown state', () => {
    const hidden = arranged(fitting, NO_PREFS).filter((each) => !isShown(each, NO_PREFS));
    expect(hidden.map(({ id }) => id)).toContain('grupa');
  });
});
