import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_WORDS, REASONS, WHYS } from '#contract/operations.ts';
import type { Reason } from '#contract/operations.ts';
import { NO_LABELS } from '#contract/statusLabels.ts';

vi.stubGlobal('localStorage', { getItem: () => 'pl', setItem: () => {}, removeItem: () => {} });
vi.stubGlobal('document', { documentElement: { lang: '' } });
const { startTexts } = await import('../../../../src/renderer/src/i18n/i18n.ts');
const { detailText } = await import('../../../../src/renderer/src/screens/outbox/useReasonText.ts');

const words = {
  label: ({ pl }: { readonly pl: string }) => pl,
  locale: 'pl-PL',
  currency: '',
  labels: NO_LABELS,
  date: (value: string) => value,
  aFile: 'plik',
  yes: 'tak',
  no: 'nie',
};
const text = (code: Reason['code'], details?: Reason['details']) =>
  detailText(i18next.t, words, 'fittings', {
    code,
    text: 'The English sentence.',
    ...(details === undefined ? {} : { details }),
  });

beforeAll(() => startTexts());

describe('what a reason knows beyond its code', () => {
  it('is said in the language of the person, from its parts', () => {
    expect(text('service-kept', { kept: [{ field: 'price', sent: '9.20', kept: '8.90' }] })).toBe(
      'Cena: serwer zapisał 8,90 zamiast 9,20',
    );
    expect(text('service-kept', { kept: [{ field: 'price', sent: '9.20', kept: null }] })).toBe(
      'Cena: serwer nie zapisał wartości 9,20',
    );
    expect(text('field-clash', { fields: ['price', 'name'] })).toBe('Pola: Cena, Nazwa.');
    expect(text('gave-up', { why: 'unanswered', count: 3 })).toContain('3 razy');
    expect(text('waits-for', { name: 'ABS-22', action: 'create', state: 'refused' })).toBe(
      'Dodanie: ABS-22 (stan: odrzucona przez serwer)',
    );
    expect(text('no-answer', { noWords: 'timeout' })).toBe('Serwer nie odpowiedział na czas.');
  });

  it('is nothing where a reason was written down without parts', () => {
    for (const code of REASONS) expect(text(code)).toBeNull();
  });

  it.each(WHYS)('has words for %s', (why) => {
    const said = text('retry-later', { why, name: 'N', id: 'I', count: 2 });
    expect(said).toMatch(/\p{L} /u);
    expect(said).not.toMatch(/outbox|\{\{/u);
  });

  it.each(NO_WORDS)('has words for %s', (noWords) => {
    expect(text('no-answer', { noWords })).not.toMatch(/outbox|The /u);
  });
});
