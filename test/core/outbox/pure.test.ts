import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { diffRecords, diffValues } from '#core/record/diff.ts';
import { merge } from '#core/record/merge.ts';
import { nameOf } from '#core/outbox/draft.ts';
import { applyPatch, changeList, overlay } from '#core/record/overlay.ts';
import { isEmptyPatch, foldPatches } from '#core/record/patch.ts';
import type { Patch } from '#core/record/patch.ts';
import { differences, isOurs } from '#core/record/verify.ts';
import { backoff, NETWORK_BACKOFF, pauseAfterTooMany } from '#core/service/backoff.ts';
import { lookUpWait, readWait } from '#core/sync/push/retryTable.ts';

const fitting = resourceOf('fittings');
const material = resourceOf('materials');
const product = resourceOf('products');
const edge = resourceOf('edge-bands');
const values = (given: JsonObject): Patch => ({ values: given, files: {} });

const NONE: ReadonlySet<string> = new Set();

describe('merge', () => {
  const base = { name: 'A', price: '1.00' };
  it.each([
    ['mine only', { price: '2' }, base, { price: '2' }, false],
    ['theirs only', { price: '2' }, { ...base, name: 'B' }, { price: '2' }, false],
    ['both to the same', { price: '2' }, { ...base, price: '2.00' }, {}, false],
    ['both, differently', { price: '2' }, { ...base, price: '3' }, { price: '2' }, true],
    ['theirs went back', { price: '2' }, base, { price: '2' }, false],
    ['the form alone differs', { name: 'C' }, { name: 'A', price: 1 }, { name: 'C' }, false],
  ])('%s', (_, mine, theirs, send, clash) => {
    const merged = merge(fitting, base, values(mine), theirs);
    expect(merged.send.values).toEqual(send);
    expect(merged.clashes).toBe(clash);
  });

  it('counts the parts of a nested object each for itself, and sends the whole', () => {
    const old = { formsSettings: { length_key: 'L', width_key: 'W', color: '#111111' } };
    const theirs = { formsSettings: { length_key: 'L', width_key: 'X', color: '#111111' } };
    const merged = merge(edge, old, values({ formsSettings: { color: '#222222' } }), theirs);
    expect(merged.clashes).toBe(false);
    expect(merged.send.values).toEqual({
      formsSettings: { length_key: 'L', width_key: 'X', color: '#222222' },
    });
  });

  it('adds and removes pictures as a set, and clashes only where one takes the place of another', () => {
    const patch: Patch = { values: {}, files: { images: { add: ['c'], remove: ['a'] } } };
    const old = { images: ['a', 'b'] };
    expect(merge(product, old, patch, { images: ['b', 'c'] }).send.files).toEqual({});
    expect(merge(product, old, patch, { images: ['b'] }).clashes).toBe(false);
    expect(merge(fitting, old, patch, { images: ['x', 'b'] }).clashes).toBe(true);
  });

  it('never sends what both sides agree on, and always clashes where three values differ', () => {
    const price = fc.integer({ min: 0, max: 3 }).map(String);
    fc.assert(
      fc.property(price, price, price, (was, mine, theirs) => {
        const merged = merge(fitting, { price: was }, values({ price: mine }), { price: theirs });
        expect('price' in merged.send.values).toBe(mine !== theirs);
        expect(merged.clashes).toBe(mine !== theirs && was !== theirs);
      }),
    );
  });
});

describe('what changed there before a removal', () => {
  const told = (base: JsonObject, theirs: JsonObject) =>
    diffRecords(material, base, theirs, { shownInBoth: true }).map(({ field, before, after }) => [
      field,
      before,
      after,
    ]);

  it.each([
    ['under the other name', { CIJENA: '12.50' }, { price: 13 }, [['price', '12.50', '13']]],
    ['under the first name', { price: 12.5 }, { CIJENA: '13' }, [['price', '12.5', '13']]],
    ['under the same name', { CIJENA: '12.50' }, { CIJENA: '13' }, [['price', '12.50', '13']]],
    [
      'and emptied',
      { CIJENA: '12.50', DEB: '18' },
      { CIJENA: null, DEB: null },
      [
        ['price', '12.50', null],
        ['DEB', '18', null],
      ],
    ],
    ['in a field that nobody knows', { extra: 1 }, { extra: 2 }, [['extra', 1, 2]]],
    [
      'and emptied in a field that nobody knows',
      { extra: 1 },
      { extra: null },
      [['extra', 1, null]],
    ],
  ])('is seen: %s', (_how, base, theirs, changed) => {
    expect(told(base, theirs)).toEqual(changed);
  });

  it.each([
    ['the form alone differs', { CIJENA: '12.50' }, { CIJENA: 12.5 }],
    ['name and form differ', { CIJENA: '12.50' }, { price: 12.5 }],
    ['one is shown under both names', { CIJENA: '12.50' }, { CIJENA: '12.50', price: 12.5 }],
    ['it is not shown', { CIJENA: '12.50', DEB: '18' }, { DEB: '18' }],
    ['it was empty all along', { CIJENA: '', DEB: null }, { CIJENA: null, DEB: '' }],
  ])('is nothing where %s', (_how, base, theirs) => {
    expect(told(base, theirs)).toEqual([]);
  });
});

describe('diff and fold', () => {
  it('keeps only what differs', () => {
    const record = { name: 'A', price: '1.0', wymiary: { x: '1', y: '2' } };
    expect(
      diffValues(fitting, record, { name: 'A', price: '1', wymiary: { x: '1', y: '3' } }).values,
    ).toEqual({
      wymiary: { y: '3' },
    });
  });

  it('undoes a file that joined and left again', () => {
    const joined: Patch = { values: {}, files: { images: { add: [{ $file: 'f' }], remove: [] } } };
    const left: Patch = { values: {}, files: { images: { add: [], remove: [{ $file: 'f' }] } } };
    expect(isEmptyPatch(foldPatches(edge, joined, left))).toBe(true);
  });

  it('gives the same record whether patches are laid over one by one or folded first', () => {
    const patch = fc.record(
      { name: fc.constantFrom('A', 'B', 'C'), thickness: fc.nat(3), isActive: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patch, patch, patch, (record, first, second) => {
        const [a, b] = [values(first), values(second)];
        const oneByOne = applyPatch(edge, applyPatch(edge, record, a), b);
        expect(applyPatch(edge, record, foldPatches(edge, a, b))).toEqual(oneByOne);
      }),
    );
  });

  it('leaves nothing of an object without parts behind when it is changed again', () => {
    const folded = foldPatches(
      resourceOf('products'),
      values({ materialy: { korpus: 'H1145', front: 'H2000' } }),
      values({ materialy: { korpus: 'H2000' } }),
    );
    expect(folded.values).toEqual({ materialy: { korpus: 'H2000' } });
  });

  it('lays a diff over the old record and gets the new one', () => {
    const record = fc.record({ name: fc.string(), code: fc.string(), data: fc.array(fc.nat(3)) });
    fc.assert(
      fc.property(record, record, (old, wanted) => {
        const laid = applyPatch(edge, old, diffValues(edge, old, wanted));
        expect(isEmptyPatch(diffValues(edge, laid, wanted))).toBe(true);
      }),
    );
  });
});

describe('overlay', () => {
  it('writes a price under the name by which the service shows it', () => {
    const shown = overlay(material, { CIJENA: '1', extra: [1] }, [
      { action: 'update', patch: values({ price: '2' }) },
    ]);
    expect(shown).toEqual({ CIJENA: '2', extra: [1] });
  });

  it('keeps a record in sight until its removal is done', () => {
    const removed = { action: 'remove', patch: values({}) } as const;
    expect(overlay(material, { name: 'A' }, [removed])).toEqual({ name: 'A' });
  });

  it('puts a new picture in the place of the one it replaces', () => {
    expect(changeList(['a', 'b'], ['c'], ['a'], true)).toEqual(['c', 'b']);
    expect(changeList(['a'], ['b', 'c'], [], true)).toEqual(['a', 'b', 'c']);
  });

  it('puts it at the end where the service adds and takes away for themselves', () => {
    expect(changeList(['a', 'b'], ['c'], ['a'], false)).toEqual(['b', 'c']);
  });
});

describe('verify', () => {
  it('says what the service kept instead', () => {
    expect(differences(fitting, values({ price: '9.20' }), { price: 8.9 })).toMatchObject([
      { field: 'price', sent: '9.20', kept: '8.9' },
    ]);
    expect(differences(fitting, values({ price: '9.20' }), { price: 9.2 })).toEqual([]);
  });

  it('does not take another form of a status for another value (doc §3)', () => {
    expect(differences(product, values({ status: '1' }), { status: 'active' })).toEqual([]);
  });

  it('knows our record by a path that only our upload was given', () => {
    const sent = { name: 'A', images: ['u/1.png'], kod: 'K' };
    const mine = new Set(['u/1.png']);
    const other = { kod: 'K', name: 'Other', images: ['u/1.png'] };
    expect(isOurs(fitting, sent, other, mine)).toBe(true);
    expect(isOurs(fitting, sent, { kod: 'K', name: 'A', images: ['u/2.png'] }, mine)).toBe(false);
    // Given as a value, another record may have it as well.
    expect(isOurs(fitting, sent, other, NONE)).toBe(false);
    expect(isOurs(fitting, sent, { ...sent, __v: 0 }, NONE)).toBe(true);
  });

  it('knows a record without files by all that was sent', () => {
    const sent = { code: 'C', name: 'A' };
    expect(isOurs(edge, sent, { code: 'C', name: 'A', __v: 0 }, NONE)).toBe(true);
    expect(isOurs(edge, sent, { code: 'C', name: 'B' }, NONE)).toBe(false);
  });
});

describe('what a record is called by', () => {
  it('is its code, also where the service shows it as a number', () => {
    const resource = resourceOf('materials');
    const name = 'Dąb';
    expect(nameOf(resource, { SIFRA: 1145, name })).toEqual({ key: '1145', title: name });
    expect(nameOf(resource, { SIFRA: 'H1145' })).toEqual({ key: 'H1145', title: 'H1145' });
    expect(nameOf(resource, { SIFRA: '' })).toMatchObject({ key: null });
  });
});

describe('backoff', () => {
  it('grows, is spread, and has an end', () => {
    expect(backoff(NETWORK_BACKOFF, 0, 0.5)).toBe(500);
    expect(backoff(NETWORK_BACKOFF, 100, 0.999)).toBeLessThanOrEqual(NETWORK_BACKOFF.longest);
    expect([1, 2, 3, 100].map((times) => readWait(times, 1))).toEqual([
      5_250, 10_250, 20_250, 300_250,
    ]);
    expect([0, 60_000, 86_400_000].map((age) => lookUpWait(age, 1))).toEqual([
      5_250, 30_250, 1_800_250,
    ]);
    expect([0, 1, 2, 9].map((times) => pauseAfterTooMany(null, times))).toEqual([
      30_000, 60_000, 300_000, 300_000,
    ]);
    expect(pauseAfterTooMany(2_000, 0)).toBe(2_000);
    expect(pauseAfterTooMany(0, 9)).toBe(1_000);
  });
});
