import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_PARTS, productDraft } from '#contract/productDrafts.ts';
import type { DraftPart } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { setLocale } from '../../../../src/renderer/src/i18n/locale.ts';
import {
  matchFile,
  namedPart,
  pastedParts,
  putBack,
  textsOf,
  typedOf,
  unpastedParts,
  usedPart,
  valuesOf,
} from '../../../../src/renderer/src/screens/productDrafts/parts.ts';
import { readingsOf } from '../../../../src/renderer/src/screens/history/readings.ts';
import { neighbour } from '../../../../src/renderer/src/screens/review/walk/walking.ts';
import { sinceTime } from '../../../../src/renderer/src/screens/review/since.ts';

beforeAll(() => setLocale('pl'));

const part = (kind: DraftPart['kind'], values: DraftPart['values']): DraftPart => ({
  part: JSON.stringify(values),
  kind,
  values,
  files: [],
  use: null,
});

describe('what is typed in a plan', () => {
  it('is kept as a value where it is valid, and as typed where it is not yet', () => {
    const bands = resourceOf('edge-bands');
    expect(valuesOf(bands, { code: 'A', thickness: '0,8' })).toEqual({ code: 'A', thickness: 0.8 });
    expect(valuesOf(bands, { thickness: '0,8 mm' })).toEqual({ thickness: 0.8 });
    expect(valuesOf(bands, { thickness: '0,8 cal' })).toEqual({ thickness: '0,8 cal' });
  });
  it('comes back as the text that was typed', () => {
    const typed = { code: 'A', thickness: '0,8' };
    expect(typedOf('edge-bands', valuesOf(resourceOf('edge-bands'), typed))).toEqual(typed);
    const size = { 'wymiary.x': '12,5', 'wymiary.y': 'wide' };
    expect(typedOf('fittings', valuesOf(resourceOf('fittings'), size))).toEqual(size);
  });
  it.each<[DraftPart['kind'], Readonly<Record<string, string>>]>([
    ['fittings', { 'stock_limits.small': '5 pcs', 'stock_limits.medium': '20' }],
    [
      'edge-bands',
      {
        'formsSettings.length_key': 'L',
        'formsSettings.width_key': 'W',
        'formsSettings.color': '#12',
      },
    ],
  ])('comes back with all parts of a group of which one is not valid yet: %s', (kind, typed) => {
    expect(typedOf(kind, valuesOf(resourceOf(kind), typed))).toEqual(typed);
  });
});

it('a record of the catalogue is one part of a plan, however often it is picked', () => {
  const first = usedPart([], 'fittings', 'r1');
  expect(first).toMatchObject({ kind: 'fittings', use: 'r1' });
  expect(usedPart([first], 'fittings', 'r1')).toBe(first);
  expect(usedPart([first], 'materials', 'r1')).not.toBe(first);
  expect(usedPart([first], 'fittings', 'r2')).not.toBe(first);
});

describe('a part that rows are pasted over while its form is open', () => {
  const bands = resourceOf('edge-bands');
  const typed = { code: 'A', thickness: '0,' };
  const last = { typed, values: valuesOf(bands, typed) };
  const open = { ...part('edge-bands', {}), values: last.values };

  it('shows what was typed, letter by letter, until then', () => {
    expect(textsOf(open, last)).toBe(typed);
  });

  it('shows what was pasted, so that the next letter does not take it away', () => {
    const rows = [{ code: 'A', thickness: 2, color: 'Dąb' }];
    const [pasted = open] = pastedParts([open], { kind: 'edge-bands', rows });
    const texts = textsOf(pasted, last);
    expect(texts).toEqual(typedOf('edge-bands', pasted.values));
    expect(valuesOf(bands, { ...texts, name: 'Edge' })).toMatchObject({ code: 'A', thickness: 2 });
  });
});

describe('a dropped file', () => {
  const hinge = part('fittings', { kod: 'ZAW-110', name: 'Zawias' });
  const soft = part('fittings', { kod: 'ZAW-110-ŁA', name: 'Zawias cichy' });
  const parts = [hinge, soft];

  it('goes to the part with the longest code that its name holds', () => {
    expect(matchFile(parts, 'zaw_110 bok.png')).toEqual({ part: hinge, field: 'images' });
    expect(matchFile(parts, 'ZAW110-LA.png')).toEqual({ part: soft, field: 'images' });
    expect(matchFile(parts, 'zaw-110.obj')).toEqual({ part: hinge, field: 'model' });
    const handle = part('fittings', { kod: 'G-1', name: 'Grøß' });
    expect(matchFile([handle], 'gross.png')).toEqual({ part: handle, field: 'images' });
  });
  it('never goes to a part whose code is the beginning or the end of another number', () => {
    expect(matchFile(parts, 'ZAW-1105.png')).toEqual({ why: 'no-part' });
    expect(matchFile(parts, 'ZAW-110-2.png')).toEqual({ part: hinge, field: 'images' });
    const rail = part('fittings', { kod: '10-A', name: 'Rail' });
    expect(matchFile([rail], '210-A.png')).toEqual({ why: 'no-part' });
    expect(matchFile([rail], '2_10a.png')).toEqual({ part: rail, field: 'images' });
  });
  it('stays out where nothing, several or the wrong kind fit', () => {
    expect(matchFile(parts, 'holiday.png')).toEqual({ why: 'no-part' });
    expect(matchFile([hinge, { ...hinge, part: 'b' }], 'zaw-110.png')).toEqual({
      why: 'several-parts',
    });
    expect(matchFile([part('edge-bands', { code: 'ABS-22' })], 'abs-22.png')).toEqual({
      why: 'type',
    });
  });
});

describe('the walk of a review', () => {
  const items = [{ index: 1 }, { index: 4 }, { index: 6 }];
  it('goes to the listed neighbour, also from a place that is not listed', () => {
    expect(neighbour(items, 4, 1)).toBe(6);
    expect(neighbour(items, 5, -1)).toBe(4);
    expect(neighbour(items, 6, 1)).toBeNull();
    expect(neighbour(items, 1, -1)).toBeNull();
  });
});

describe('since when others changed something', () => {
  it('begins with a whole day, or with the newest pull', () => {
    const now = new Date(2026, 10, 20, 14, 5).getTime();
    expect(sinceTime('newest', now)).toBeNull();
    expect(sinceTime('week', now)).toBe(new Date(2026, 10, 13).getTime());
  });
});

describe('pasted rows', () => {
  it('are laid over the part of the same code, and are new parts otherwise', () => {
    const old = part('materials', { SIFRA: 'H1', name: 'Dąb' });
    const used = { ...part('materials', { SIFRA: 'H2' }), use: 'id' };
    const rows = [{ SIFRA: 'H1', price: '2' }, { SIFRA: 'H2' }, { name: 'Buk' }];
    const made = pastedParts([old, used], { kind: 'materials', rows });
    expect(made).toHaveLength(4);
    expect(made[0]).toEqual({ ...old, values: { SIFRA: 'H1', name: 'Dąb', price: '2' } });
    expect(made.slice(2).map(({ values, use }) => [values, use])).toEqual([
      [{ SIFRA: 'H2' }, null],
      [{ name: 'Buk' }, null],
    ]);
  });
});

describe('a paste that is taken back', () => {
  const old = part('materials', { SIFRA: 'H1', name: 'Dąb' });
  const rows = [{ SIFRA: 'H1', name: 'Buk' }, { SIFRA: 'H2' }, { SIFRA: 'H3' }];
  const pasted = pastedParts([old], { kind: 'materials', rows });
  const codes = (parts: readonly DraftPart[]) => parts.map(({ values }) => values['SIFRA']);

  it('leaves no part that it made, and the part that it was laid over as it was', () => {
    // Equal objects, not the same ones: another window may have read them from the disk.
    const read = productDraft.parse(JSON.parse(JSON.stringify({ parts: pasted }))).parts;
    expect(unpastedParts(read, [old], pasted)).toEqual([old]);
  });

  it('leaves what was typed, given or added since', () => {
    const file = { field: 'preview', file: 'f', name: 'h3.png' };
    const since = pasted.map((each) =>
      each.values['SIFRA'] === 'H2'
        ? { ...each, values: { ...each.values, name: 'Jesion' } }
        : each.values['SIFRA'] === 'H3'
          ? { ...each, files: [file] }
          : each,
    );
    const left = unpastedParts([...since, part('materials', { SIFRA: 'H4' })], [old], pasted);
    expect(codes(left)).toEqual(['H1', 'H2', 'H3', 'H4']);
    expect(left[0]).toEqual(old);
  });
});

it('a code that the product names is one part, however often it is asked for', () => {
  const first = namedPart([], 'fittings', 'ZAW');
  expect(first).toMatchObject({ kind: 'fittings', values: { kod: 'ZAW' }, use: null });
  expect(namedPart([first], 'fittings', 'ZAW')).toBe(first);
  expect(namedPart([first], 'fittings', 'ZAW-2')).not.toBe(first);
});

describe('a pasted row that names some parts of a group', () => {
  it('leaves the others as they were typed', () => {
    const old = part('fittings', { kod: 'ZAW', wymiary: { x: '10', y: '20' } });
    const rows = [{ kod: 'ZAW', wymiary: { y: '25', z: '30' } }];
    const [pasted] = pastedParts([old], { kind: 'fittings', rows });
    expect(pasted?.values).toEqual({ kod: 'ZAW', wymiary: { x: '10', y: '25', z: '30' } });
  });

  it('takes the place of what is no group', () => {
    const old = part('fittings', { kod: 'ZAW', wymiary: '10 x 20' });
    const rows = [{ kod: 'ZAW', wymiary: { x: '10' } }];
    const [pasted] = pastedParts([old], { kind: 'fittings', rows });
    expect(pasted?.values).toEqual({ kod: 'ZAW', wymiary: { x: '10' } });
  });
});

describe('readings of the service', () => {
  it('are the pulls of several kinds that followed each other', () => {
    const pull = (kind: DraftPart['kind'], startedAt: number, changed: number) => ({
      pull: startedAt,
      kind,
      startedAt,
      at: startedAt + 100,
      first: false,
      complete: true,
      added: 0,
      changed,
      removed: 0,
    });
    const readings = readingsOf(
      [
        pull('fittings', 60_200, 2),
        pull('materials', 60_000, 1),
        pull('fittings', 59_000, 4),
        pull('materials', 1_000, 0),
      ],
      false,
    );
    expect(readings.map(({ kinds, changed }) => [kinds.join(), changed])).toEqual([
      ['fittings,materials', 3],
      ['fittings', 4],
      ['materials', 0],
    ]);
    expect(readings[0]).toMatchObject({ startedAt: 60_000, at: 60_300 });
  });
});

describe('the parts of a plan', () => {
  const of = (codes: readonly string[]) => codes.map((code) => part('edge-bands', { code }));

  it('are as many at most as the core keeps', () => {
    const most = Array.from({ length: MOST_PARTS }, () => part('edge-bands', {}));
    expect(productDraft.safeParse({ parts: most }).success).toBe(true);
    expect(productDraft.safeParse({ parts: [...most, part('edge-bands', {})] }).success).toBe(
      false,
    );
  });

  it('have one that was taken out where it stood, once', () => {
    const [a, b, c] = of(['A', 'B', 'C']);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three parts');
    expect(putBack([a, c], b, 1)).toEqual([a, b, c]);
    expect(putBack([a, b, c], b, 1)).toEqual([a, b, c]);
    expect(putBack([], b, 1)).toEqual([b]);
  });

  it('take rows of a long sheet as they come, those with the code of one before over it', () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => ({
      code: `B${at % 15_000}`,
      name: `${at}`,
    }));
    const parts = pastedParts(of(['B0']), { kind: 'edge-bands', rows });
    expect(parts).toHaveLength(15_000);
    expect(parts[0]?.values).toEqual({ code: 'B0', name: '15000' });
  });
});
