import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { Candidate, FileMatch } from '#contract/files/match.ts';
import {
  assignmentsOf,
  belongsTo,
  linesOf,
  proposalOf,
  totalsOf,
  unfitOf,
} from '../../../src/renderer/src/files/model/intake.ts';
import type {
  GivenFile,
  Intake,
  FileTarget,
} from '../../../src/renderer/src/files/model/intake.ts';
import { HINGE, OTHER } from './filesSupport.ts';

const BOARD: FileTarget = { kind: 'materials', record: 'm1', key: 'H1145', title: 'Dąb' };

let last = 0;

function given(name: string, target: FileTarget | null, more: Partial<GivenFile> = {}): GivenFile {
  last += 1;
  return {
    id: `f${last}`,
    name,
    folder: '',
    size: 100,
    copy: { state: 'kept', staged: `s${last}`, sha256: 'a'.repeat(64) },
    unfit: null,
    match: null,
    choice: target === null ? null : { target, by: 'code', as: null, out: false },
    refused: null,
    ...more,
  };
}

function intake(files: readonly GivenFile[], kind: Intake['kind'] = 'fittings'): Intake {
  return {
    id: 'i',
    kind,
    place: null,
    phase: 'open',
    name: 'n',
    files,
    unreadable: [],
    cut: false,
    error: null,
  };
}

function candidate(target: FileTarget, confidence: Candidate['confidence']): Candidate {
  return { ...target, field: 'images', as: 'replace', confidence, by: 'code', matched: '' };
}

describe('what a file is taken for', () => {
  it.each([
    ['fittings', 'a.obj', null],
    ['fittings', 'a.TGA', null],
    ['fittings', 'a.mtl', null],
    ['fittings', 'a.txt', 'type'],
    ['materials', 'a.tga', 'type'],
    ['materials', 'a.mtl', 'type'],
    ['materials', 'a.obj', 'type'],
    ['edge-bands', 'a.png', 'noFiles'],
    [null, 'a.obj', null],
    [null, 'a', 'type'],
  ] as const)('%s take %s: %s', (kind, name, why) => {
    expect(unfitOf(kind, name, 10)?.why ?? null).toBe(why);
  });

  it('refuses an empty file, and names what is taken', () => {
    expect(unfitOf('materials', 'a.png', 0)?.why).toBe('empty');
    expect(unfitOf('materials', 'a.fbx', 5)?.allowed).toEqual([
      '.jpg',
      '.jpeg',
      '.png',
      '.svg',
      '.bmp',
    ]);
  });
});

describe('where the files of an intake stand', () => {
  const standings = (each: Intake) => linesOf(each).map(({ standing }) => standing);

  it('asks for a record where none is known, and for a decision where one has room', () => {
    const files = [
      given('a.obj', HINGE),
      given('b.obj', HINGE),
      given('c.obj', OTHER),
      given('d.png', HINGE),
      given('e.png', HINGE),
      given('f.png', null),
    ];
    expect(standings(intake(files))).toEqual([
      'ready',
      'crowded',
      'ready',
      'ready',
      'ready',
      'ask',
    ]);
  });

  it('a file left out makes room for the other', () => {
    const out = given('a.obj', HINGE, {
      choice: { target: HINGE, by: 'code', as: null, out: true },
    });
    expect(standings(intake([out, given('b.obj', HINGE)]))).toEqual(['out', 'ready']);
  });

  it('tells a companion, a refusal, a failed copy and one under way apart', () => {
    const files = [
      given('a.mtl', null),
      given('a.txt', null, { unfit: { why: 'type', extension: '.txt', allowed: [] } }),
      given('a.obj', HINGE, { copy: { state: 'failed', error: new AppError('internal', 'x') } }),
      given('b.obj', OTHER, { copy: { state: 'copying', done: 40 } }),
      given('c.png', OTHER, { refused: new AppError('state', 'x') }),
    ];
    const each = intake(files);
    expect(standings(each)).toEqual(['companion', 'refused', 'failed', 'copying', 'failed']);
    const { bytes, copied } = totalsOf(linesOf(each));
    expect({ bytes, copied }).toEqual({ bytes: 400, copied: 240 });
  });

  it('waits for what belongs to a model, and not for what could not be copied', () => {
    const joining = (copy: GivenFile['copy']) =>
      totalsOf(linesOf(intake([given('a.obj', HINGE), given('a.mtl', null, { copy })]))).joining;
    expect(joining({ state: 'waiting' })).toBe(1);
    expect(joining({ state: 'copying', done: 5 })).toBe(1);
    expect(joining({ state: 'kept', staged: 'x', sha256: 'y' })).toBe(0);
    expect(joining({ state: 'failed', error: new AppError('internal', 'x') })).toBe(0);
  });

  it('a model has no place in a material', () => {
    expect(standings(intake([given('a.obj', BOARD)], null))).toEqual(['ask']);
  });
});

describe('what is queued', () => {
  it('one picture takes the place of the first, the others of the drop join behind', () => {
    const as = { target: HINGE, by: 'code', as: 'replace', out: false } as const;
    const files = [
      given('a.png', HINGE, { choice: as }),
      given('b.png', HINGE, { choice: as }),
      given('c.png', OTHER, { choice: { ...as, target: OTHER, instead: 'uploads/x.png' } }),
      given('d.png', null),
    ];
    const queued = [...assignmentsOf(linesOf(intake(files))).values()];
    expect(
      queued.map(({ record, field, as: way, instead }) => [record, field, way, instead]),
    ).toEqual([
      ['r1', 'images', 'replace', undefined],
      ['r1', 'images', 'add', undefined],
      ['r2', 'images', 'replace', 'uploads/x.png'],
    ]);
  });

  it('a single file replaces where nobody said how', () => {
    const [one] = assignmentsOf(linesOf(intake([given('a.png', BOARD)], 'materials'))).values();
    expect(one).toMatchObject({ kind: 'materials', field: 'PICFILE', as: 'replace' });
  });
});

describe('what a match proposes', () => {
  it('only what is surely one', () => {
    const sure: FileMatch = { id: 'f', outcome: 'one', candidates: [candidate(HINGE, 'sure')] };
    expect(proposalOf(sure)?.target).toEqual(HINGE);
    expect(proposalOf({ ...sure, outcome: 'several' })).toBeNull();
    expect(proposalOf({ ...sure, candidates: [candidate(HINGE, 'weak')] })).toBeNull();
    expect(proposalOf({ ...sure, outcome: 'none', candidates: [] })).toBeNull();
  });

  it('files dropped on a row are its own unless a name is another’s', () => {
    const none: FileMatch = { id: 'f', outcome: 'none', candidates: [] };
    const own: FileMatch = { id: 'g', outcome: 'one', candidates: [candidate(HINGE, 'sure')] };
    const other: FileMatch = { id: 'h', outcome: 'one', candidates: [candidate(OTHER, 'sure')] };
    expect(belongsTo(HINGE, [none, own])).toBe(true);
    expect(belongsTo(HINGE, [none, other])).toBe(false);
  });
});
