import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { cellCore } from '../../cellCore.ts';
import { settle } from '../../support.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
const { followCore } = await import('../../../../src/renderer/src/state/core.ts');
const { toastStore, dismissAll } = await import('../../../../src/renderer/src/state/toasts.ts');
const { placeOf } = await import('../../../../src/renderer/src/screens/records/grid/edit.ts');
const { CellEdits } =
  await import('../../../../src/renderer/src/screens/records/grid/cellEdits.ts');

const kind = 'fittings';
const { price, name } = resourceOf(kind).fields;
if (price === undefined || name === undefined) throw new Error('no such fields');

const { sent, drafts, core } = cellCore();

let cells = new CellEdits(kind);
/** Starts an edit in the price of a record, as typing over it does. */
function begin(id: string, letter: string, first = '8,90'): void {
  cells.open(openingOf(id, 'price', letter, first));
}
function openingOf(id: string, place: 'price' | 'name', text: string, first: string) {
  return {
    id,
    title: `Hinge ${id}`,
    row: 0,
    name: place,
    field: { price, name }[place] ?? never(),
    text,
    first,
    was: first,
    purpose: 'update' as const,
    overwrites: true,
  };
}
const never = (): never => {
  throw new Error('no such field');
};
const prices = () => sent.map(({ update: { ref, values } }) => [ref, values['price']]);
const textIn = (id: string) => drafts.get(`record:${kind}:${id}`);
const said = () => toastStore.getState().toasts.length;
const REFUSED = new AppError('state', 'no');

beforeEach(() => {
  followCore(core.client);
  sent.length = 0;
  drafts.clear();
  dismissAll();
  cells = new CellEdits(kind);
});

describe('a value that the server refused in another record', () => {
  it('is asked about once, and kept when it is entered again', async () => {
    const evidence = { source: 'service', words: 'no', request: null, record: null } as const;
    cells = new CellEdits(kind, () => [
      { ...evidence, kind, field: 'price', fact: 'restricted', value: ['1', '2'], at: 1 },
    ]);
    begin('a', '9');
    expect(cells.keep()).toBeNull();
    expect(cells.snapshot()).toMatchObject({ fault: { type: 'refused', list: ['1', '2'] } });
    cells.type('8');
    expect(cells.keep()).toBeNull();
    void cells.keep();
    await settle();
    sent[0]?.answer.resolve();
    expect(prices()).toEqual([['a', '8']]);
  });
});

describe('who types down a column', () => {
  it('has the next cell before the disk has answered for the one above', async () => {
    begin('a', '1');
    cells.type('12');
    const first = cells.keep();
    expect(cells.isFree()).toBe(true);
    begin('b', '1');
    cells.type('13');
    await settle();
    sent[0]?.answer.resolve();
    expect(await first).toBe(true);
    expect(cells.snapshot()).toMatchObject({ id: 'b', text: '13' });
    const second = cells.keep();
    await settle();
    sent[1]?.answer.resolve();
    expect(await second).toBe(true);
    expect(prices()).toEqual([
      ['a', '12'],
      ['b', '13'],
    ]);
    expect(cells.snapshot()).toBeNull();
  });

  it('is told of the second cell what became of the second, not of the first', async () => {
    begin('a', '12');
    void cells.keep();
    cells.leave();
    begin('b', '13');
    const second = cells.keep();
    await settle();
    sent[0]?.answer.resolve();
    await settle();
    expect(cells.snapshot()).toMatchObject({ id: 'b', busy: true });
    sent[1]?.answer.reject(REFUSED);
    expect(await second).toBe(false);
    expect(cells.snapshot()).toMatchObject({ id: 'b', text: '13', busy: false });
    expect(cells.snapshot()?.error?.message).toBe('no');
  });

  it('finds what was refused meanwhile in the form of its record, and is told', async () => {
    begin('a', '12');
    void cells.keep();
    begin('b', '1');
    await settle();
    sent[0]?.answer.reject(REFUSED);
    await settle();
    expect(cells.snapshot()).toMatchObject({ id: 'b', text: '1', error: null });
    expect(textIn('a')).toMatchObject({ typed: { price: '12' } });
    expect(said()).toBe(1);
  });
});

describe('a text that is typed further while it is being kept', () => {
  it('stays open, and is told from what was kept', async () => {
    begin('a', '12');
    void cells.keep();
    cells.type('12,5');
    await settle();
    sent[0]?.answer.resolve();
    await settle();
    expect(cells.snapshot()).toMatchObject({ text: '12,5', first: '12', busy: false });
  });

  it('goes behind the one before, told from the record as that left it', async () => {
    begin('a', '12');
    const first = cells.keep();
    begin('a', '8,90');
    const second = cells.keep();
    await settle();
    expect(prices()).toEqual([['a', '12']]);
    sent[0]?.answer.resolve();
    await first;
    await settle();
    expect(cells.snapshot()).toMatchObject({ text: '8,90', busy: true });
    expect(sent[1]?.update).toMatchObject({ values: { price: '8.90' }, base: { price: '1' } });
    sent[1]?.answer.resolve();
    expect(await second).toBe(true);
    expect(cells.snapshot()).toBeNull();
  });

  it('is asked for once where the same is kept twice', async () => {
    begin('a', '12');
    const first = cells.keep();
    const second = cells.keep();
    await settle();
    sent[0]?.answer.resolve();
    expect([await first, await second]).toEqual([true, true]);
    expect(prices()).toHaveLength(1);
  });
});

describe('a cell whose row goes out of sight', () => {
  it('is emptied though the list does not show the record any more', async () => {
    cells.open(openingOf('a', 'name', '', 'Hinge a'));
    void cells.keep();
    await settle();
    expect(sent.map(({ update: { ref, values } }) => [ref, values])).toEqual([['a', { name: '' }]]);
  });

  it('is kept by whoever scrolls away, and holds up no other', async () => {
    begin('a', '12');
    cells.see('drawn');
    cells.see('scrolled');
    expect(cells.isFree()).toBe(true);
    await settle();
    expect(prices()).toEqual([['a', '12']]);
    sent[0]?.answer.reject(REFUSED);
    await settle();
    expect(textIn('a')).toMatchObject({ typed: { price: '12' } });
    expect(said()).toBe(1);
  });

  it('has a text that cannot be taken in the form of its record', async () => {
    begin('a', 'dear');
    cells.see('drawn');
    cells.see('scrolled');
    expect(cells.snapshot()).toBeNull();
    await settle();
    expect(prices()).toEqual([]);
    expect(textIn('a')).toMatchObject({ typed: { price: 'dear' } });
    expect(said()).toBe(1);
  });

  it('sends no half of a number where the row was taken away', async () => {
    begin('a', '1');
    cells.see('drawn');
    cells.see('gone');
    await settle();
    expect(prices()).toEqual([]);
    expect(textIn('a')).toMatchObject({ typed: { price: '1' } });
    expect(said()).toBe(1);
  });

  it('is brought there first where it was begun out of sight, with every letter', () => {
    begin('a', '1');
    expect(cells.see('scrolled')).toBe(true);
    cells.typeOn('a', 'price', '2');
    expect(cells.snapshot()).toMatchObject({ text: '12' });
    expect(cells.see('drawn')).toBe(false);
  });
});

describe('a cell that others came above while it was edited', () => {
  it('stands where its record is now, so that the next one is the one below it', () => {
    const cell = openingOf('a', 'price', '12', '8,90');
    expect(placeOf(cell, { indexOf: (id) => (id === 'a' ? 2 : -1) })).toEqual({
      row: 2,
      name: 'price',
    });
    expect(placeOf(cell, { indexOf: () => -1 })).toMatchObject({ row: 0 });
  });
});

describe('whoever leaves the screen', () => {
  it('finds a text that was not kept in the form, is told so, and none that is being kept', async () => {
    begin('a', '12');
    void cells.keep();
    begin('b', '1');
    cells.close();
    await settle();
    sent[0]?.answer.resolve();
    await settle();
    expect([...drafts.keys()]).toEqual([`record:${kind}:b`]);
    expect(said()).toBe(1);
  });
});

describe('an amount below zero', () => {
  it('is asked about, and kept when it is given again', async () => {
    begin('a', '-');
    cells.type('-5');
    expect(cells.keep()).toBeNull();
    expect(cells.snapshot()?.fault).toEqual({ type: 'below' });
    expect(prices()).toEqual([]);
    expect(cells.keep()).not.toBeNull();
    await settle();
    expect(prices()).toEqual([['a', '-5']]);
  });

  it('is asked about anew once another one is typed', () => {
    begin('a', '-');
    cells.type('-5');
    void cells.keep();
    cells.type('-6');
    expect(cells.keep()).toBeNull();
    expect(prices()).toEqual([]);
  });
});
