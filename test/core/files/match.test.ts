import { describe, expect, it } from 'vitest';
import { Matcher } from '#core/files/match.ts';
import { openDesk } from '../../support/desk.ts';

const matcher = new Matcher();
const record = (kind: 'fittings' | 'materials' | 'products', key: string | null, title: string) => {
  matcher.add({ kind, id: key ?? title, key, title });
};
record('fittings', 'ZAW-110', 'Zawias 110°');
record('fittings', 'ZAW-110-FE', 'Zawias 110° Fersa');
record('fittings', 'ŁĄCZ-7', 'Łącznik');
record('fittings', '10', 'Kołek');
record('fittings', 'AB 1-2', 'Pierwszy');
record('fittings', 'AB 12', 'Drugi');
record('fittings', '1201', 'Uchwyt');
record('fittings', '120', 'Gałka');
record('fittings', 'TWIN-1', 'Bliźniak');
record('fittings', 'twin 1', 'Bliźniak drugi');
record('materials', 'H1145', 'Dąb Bardolino');
record('products', null, 'Szafa Sawa 2D 90');
record('products', null, 'Szafa Sawa');

/** The record proposed and how sure it is; the outcome where none is. */
const proposal = (path: string) => {
  const { outcome, candidates } = matcher.match('1', path);
  const [first] = candidates;
  return outcome === 'one' ? `${first?.record} ${first?.confidence} ${first?.by}` : outcome;
};

describe('a file', () => {
  it.each([
    ['ZAW-110.png', 'ZAW-110 sure code'],
    ['zaw_110_1.PNG', 'ZAW-110 sure code'],
    ['Zaw 110-front.jpg', 'ZAW-110 sure code'],
    ['zaw110.obj', 'ZAW-110 sure code'],
    ['ZAW-110-FE_2.png', 'ZAW-110-FE sure code'],
    ['lacz-7.png', 'ŁĄCZ-7 sure code'],
    ['LA\u0328CZ 7.png', 'ŁĄCZ-7 sure code'],
    ['10.png', '10 sure code'],
    ['AB-12.png', 'AB 12 sure code'],
    ['120.png', '120 sure code'],
    ['1201.png', '1201 sure code'],
    ['1201-2.png', '1201 sure code'],
    ['120-2.png', '120 sure code'],
    ['ab_1_2.png', 'AB 1-2 sure code'],
    ['h1145.png', 'H1145 sure code'],
    ['zaw-110 nowy katalog.png', 'ZAW-110 likely code'],
    ['2026 zaw-110.png', 'ZAW-110 likely code'],
    ['szafa-sawa-2d-90-wnetrze.svg', 'Szafa Sawa 2D 90 likely name'],
    ['szafa sawa.fbx', 'Szafa Sawa likely name'],
    ['modele/ZAW-110-FE/front.png', 'ZAW-110-FE likely folder'],
    ['ZAW-110/10.png', 'ZAW-110 likely folder'],
    ['zaw-110/stare/IMG_20260101.png', 'ZAW-110 likely folder'],
  ])('%s is meant for %s', (path, expected) => {
    expect(proposal(path)).toBe(expected);
  });

  it.each([
    ['szafa 10 lat.png', 'several'],
    ['twin-1.png', 'several'],
    // The first picture of 120, or 1201 written apart.
    ['120-1.png', 'several'],
    ['IMG_4711.png', 'none'],
    ['ZAW-110.exe', 'none'],
    ['h1145.obj', 'none'],
    ['', 'none'],
    ['....', 'none'],
  ])('%s is not decided for a person: %s', (path, expected) => {
    expect(proposal(path)).toBe(expected);
  });

  it('is proposed for the field that holds what it is', () => {
    const fieldOf = (path: string) => {
      const { kind, field, as } = matcher.match('1', path).candidates[0] ?? {};
      return `${kind} ${field} ${as}`;
    };
    expect(fieldOf('zaw-110.tga')).toBe('fittings images add');
    expect(fieldOf('zaw-110.dae')).toBe('fittings model replace');
    expect(fieldOf('h1145.jpg')).toBe('materials PICFILE replace');
    expect(fieldOf('szafa sawa.fbx')).toBe('products modelPath replace');
  });

  it('with a name of ten thousand words takes no longer than one', () => {
    expect(proposal(`${'zaw 110 '.repeat(10_000)}.png`)).toBe('ZAW-110 likely code');
  });
});

describe('files.match', () => {
  it('reads the catalogue as it is here, new records included, and queues nothing', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NOWY-5', name: 'Nowy' },
      files: [],
    });
    const files = [
      { id: 'a', path: 'nowy-5_1.png' },
      { id: 'b', path: 'zaw155.obj' },
    ];
    const { matches } = await desk.call('files.match', { kind: null, files });
    expect(matches.map(({ id, candidates }) => [id, candidates[0]?.key])).toEqual([
      ['a', 'NOWY-5'],
      ['b', 'ZAW-155'],
    ]);
    expect(matches[0]?.candidates[0]?.record).toBe(id);
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
    const materials = await desk.call('files.match', { kind: 'materials', files });
    expect(materials.matches.map(({ outcome }) => outcome)).toEqual(['none', 'none']);
  });
});
