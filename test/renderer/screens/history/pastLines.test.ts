import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgainNote } from '#contract/past.ts';
import { pl } from '../../../../src/renderer/src/i18n/texts.ts';
import { againText } from '../../../../src/renderer/src/screens/history/againText.ts';
import { placeOf } from '../../../../src/renderer/src/screens/history/lines.ts';
import { givenFor } from '../../../../src/renderer/src/screens/history/asked.ts';
import { closeTrash, pastView } from '../../../../src/renderer/src/screens/history/pastView.ts';
import { readingsOf } from '../../../../src/renderer/src/screens/history/readings.ts';
import { goTo } from '../../../../src/renderer/src/state/view.ts';
import { POLISH as words } from '../../fields/outboxSupport.ts';

const rows = (...keys: readonly string[]) => keys.map((key) => ({ key }));

describe('the line in hand', () => {
  it('is the same one when what happens meanwhile comes above it', () => {
    expect(placeOf(rows('new', 'newer', 'a', 'b'), { key: 'b', at: 1 })).toBe(3);
  });

  it('is the next one when it left the list, and the first one at first', () => {
    expect(placeOf(rows('a', 'c', 'd'), { key: 'b', at: 1 })).toBe(1);
    expect(placeOf(rows('a'), { key: 'b', at: 1 })).toBe(0);
    expect(placeOf(rows('a', 'b'), { key: null, at: 0 })).toBe(0);
    expect(placeOf([], { key: 'b', at: 3 })).toBe(0);
  });
});

describe('how a record differs that is created again', () => {
  beforeAll(() =>
    i18next.init({
      lng: 'pl',
      defaultNS: 'texts',
      resources: { pl: { texts: pl } },
      interpolation: { escapeValue: false },
    }),
  );

  it.each([
    [
      { code: 'set-by-service', field: 'isBestseller', value: true },
      'ustawia serwer. Poprzednio: tak.',
    ],
    [
      { code: 'not-in-creation', field: 'date', value: '2026-11-20' },
      'Poprzednio: dnia 2026-11-20.',
    ],
    // One note describes several files of one field.
    [
      { code: 'file-not-here', field: 'images', value: ['up/a.jpg', 'up/b.jpg'] },
      'Zdjęcia: brak kopii na tym komputerze; plik zostanie pominięty: a.jpg, b.jpg.',
    ],
    [{ code: 'required-missing', field: 'modelPath', value: null }, 'plik jest wymagany'],
    [{ code: 'made-again', field: null, value: 'Szafa' }, 'ponownie jako „Szafa”'],
  ] as const)('is said in the language’s own way: %o', (note, said) => {
    expect(againText(i18next.t, words, 'products', note)).toContain(said);
  });
});

describe('what goes along with a deleted record that is created again', () => {
  const note = (code: AgainNote['code'], field: string): AgainNote => ({
    code,
    field,
    value: null,
  });
  const file = (field: string) => ({ field, file: `staged-${field}`, name: 'a.obj', size: 1 });

  it('is what was given for what is asked', () => {
    const notes = [note('code-taken', 'kod'), note('required-missing', 'model')];
    expect(givenFor(notes, { kod: 'ZAW-2' }, [file('model')])).toEqual({
      values: { kod: 'ZAW-2' },
      files: [{ field: 'model', file: 'staged-model' }],
    });
  });

  it('is nothing that was typed or chosen for what is asked no more, and is out of sight', () => {
    const notes = [note('new-id', 'kod'), note('required-missing', 'name')];
    const typed = { kod: 'ZAW-2', name: 'Zawias', price: '' };
    expect(givenFor(notes, typed, [file('model')])).toEqual({
      values: { name: 'Zawias' },
      files: [],
    });
  });
});

describe('a deleted record whose answer comes late', () => {
  const opened = { kind: 'fittings', id: 'b' } as const;

  beforeEach(() => {
    goTo('activity');
    pastView.setState({ page: 'trash', opened });
  });

  it('is closed, and leads to the new one, while it is in sight', () => {
    expect(closeTrash('fittings', 'b')).toBe(true);
    expect(pastView.getState().opened).toBeNull();
  });

  it('leaves another one open that was opened meanwhile', () => {
    expect(closeTrash('fittings', 'a')).toBe(false);
    expect(pastView.getState().opened).toEqual(opened);
  });

  it('leads nobody away who went elsewhere', () => {
    goTo('outbox');
    expect(closeTrash('fittings', 'b')).toBe(false);
    expect(pastView.getState().opened).toBeNull();
  });
});

describe('readings of which not all are listed', () => {
  it('leave out the last one, which may lack some kinds', () => {
    const pull = (kind: 'fittings' | 'materials' | 'products', at: number) => ({
      pull: at,
      kind,
      startedAt: at,
      at,
      first: false,
      complete: true,
      added: 1,
      changed: 0,
      removed: 0,
    });
    const pulls = [
      pull('materials', 90_100),
      pull('fittings', 90_000),
      pull('products', 10_200),
      pull('materials', 10_100),
    ];
    expect(readingsOf(pulls, false).map(({ at }) => at)).toEqual([90_100, 10_200]);
    expect(readingsOf(pulls, true).map(({ at }) => at)).toEqual([90_100]);
  });
});
