import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '#contract/expectations/expected.ts';
import type { DataNotice, PullNote } from '#contract/notes.ts';
import {
  noticeText,
  otherRows,
  pullNoteText,
} from '../../../src/renderer/src/app/frame/noteWords.ts';
import { applyLanguage, startTexts } from '../../../src/renderer/src/i18n/i18n.ts';

const error = { code: 'service', message: 'The service failed (500).' } as const;
const label = { code: 'import', kind: 'materials', count: 3, params: { file: 'a.csv' } } as const;
const left = [
  {
    name: 'K-1',
    issues: [{ place: 'price', value: '2', ...expecting('asPreviewed', { value: '1.00' }) }],
  },
  { name: 'K-2', issues: [{ place: '', value: '', ...expecting('record') }] },
];

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => 'pl', setItem: () => {} },
    document: { documentElement: {} },
  });
  await startTexts();
});

describe('what a pull could not make sure of', () => {
  it.each<[PullNote, string, string]>([
    [{ code: 'same-page', kind: 'fittings', seen: 10 }, 'fittings', 'okuć'],
    [{ code: 'endless', kind: 'products', seen: 10 }, '10', '10'],
    [{ code: 'short', kind: 'materials', seen: 8, total: 9 }, '9 materials', 'materiałów: 9'],
    [{ code: 'unordered', kind: 'edge-bands' }, 'edge bands', 'obrzeży'],
    [{ code: 'odd', kind: 'fittings', count: 1, example: '5' }, '1 entry', '1 wpis'],
    [{ code: 'odd', kind: 'fittings', count: 3, example: '5' }, '3 entries', '3 wpisy'],
    [{ code: 'odd', kind: 'fittings', count: 5, example: '5' }, '5 entries', '5 wpisów'],
    [{ code: 'fewer', kind: 'fittings', count: 327 }, '327 fittings', '327 okuć'],
    [{ code: 'unchecked', kind: 'fittings', count: 1 }, '1 fitting and', '1 okucia'],
    [{ code: 'broken', kind: 'fittings', seen: 4, error }, 'fittings', 'okuć'],
  ])('%o is said in both languages', (note, english, polish) => {
    for (const [language, words] of [
      ['en', english],
      ['pl', polish],
    ] as const) {
      applyLanguage(language);
      const text = pullNoteText(i18next.t, note);
      expect(text).toContain(words);
      expect(text).not.toMatch(/frame\.|[{}]{2}/);
    }
  });
});

describe('rows that were left out', () => {
  const rows = Array.from({ length: 5 }, (_, at) => ({ name: `K-${at}`, issues: [] }));

  it('are named by a sentence as far as it has room, and the others beside it', () => {
    const t = i18next.getFixedT('en');
    const notice = { code: 'group-left', label, count: 5, rows } as const;
    expect(noticeText(t, notice)).toMatch(/5 rows were skipped: K-0; K-1; K-2; …$/);
    expect(otherRows(t, notice)).toEqual(['K-3', 'K-4']);
    expect(otherRows(t, { ...notice, count: 60 })).toEqual(['K-3', 'K-4', '…']);
    expect(otherRows(t, { ...notice, rows: rows.slice(0, 3) })).toEqual([]);
    expect(otherRows(t, { code: 'group-cut', label, count: 2 })).toEqual([]);
  });

  it('say why in the language of the window where no value stands against them', () => {
    const expected = '“Zawias” is marked for deletion. Discard the deletion first.';
    const why = { code: 'removal-queued', params: { name: 'Zawias' } } as const;
    const left = [{ name: 'K-1', issues: [{ place: '', value: '', expected, why }] }];
    const notice = { code: 'group-left', label, count: 1, rows: left } as const;
    const text = noticeText(i18next.getFixedT('pl'), notice);
    expect(text).toContain(i18next.getFixedT('pl')('errors.why.removal-queued', why.params));
    expect(text).not.toContain('queued');
  });
});

describe('what a person must know about the data', () => {
  it.each<[DataNotice, string, string]>([
    [{ code: 'cache-damaged', aside: 'cache.db.damaged' }, 'cache.db.damaged', 'Zachowano ją jako'],
    [{ code: 'backup-put-back', backup: 'b.db', aside: 'w.db' }, 'kept as w.db', 'jako w.db'],
    [{ code: 'backup-put-back', backup: 'b.db', aside: null }, 'b.db', 'b.db'],
    [
      { code: 'backup-not-put-back', backup: 'b.db' },
      'b.db could not be restored',
      'Nie udało się przywrócić',
    ],
    [{ code: 'work-restored', backup: 'b.db', aside: null }, 'was missing', 'Brakowało'],
    [{ code: 'work-restored', backup: 'b.db', aside: 'w.db' }, 'w.db', 'uszkodzony'],
    [{ code: 'raised-without-backup', kept: 'w.db' }, 'kept as w.db', 'zachowano jako w.db'],
    [{ code: 'work-copied' }, 'is a copy', 'są kopią'],
    [{ code: 'work-lost', aside: null }, 'no backup', 'Nie było kopii'],
    [{ code: 'group-cut', label, count: 2 }, '2 changes', '2 zmiany'],
    [
      { code: 'group-left', label, count: 1, rows: left.slice(0, 1) },
      '1 row was',
      'Pominięto 1 wiersz',
    ],
    [{ code: 'group-left', label, count: 2, rows: left }, 'as in the preview', 'jak w podglądzie'],
    [{ code: 'group-left', label, count: 9, rows: left }, '; …', 'Pominięto 9 wierszy'],
    [{ code: 'earlier', text: 'As it was written.' }, 'As it was', 'As it was'],
  ])('%o is said in both languages', (notice, english, polish) => {
    for (const [language, words] of [
      ['en', english],
      ['pl', polish],
    ] as const) {
      applyLanguage(language);
      const text = noticeText(i18next.t, notice);
      expect(text).toContain(words);
      expect(text).not.toMatch(/frame\.|[{}]{2}/);
    }
  });
});
