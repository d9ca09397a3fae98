import { afterEach, describe, expect, it } from 'vitest';
import { formatDate } from '../../src/renderer/src/i18n/format.ts';
import { setLocale } from '../../src/renderer/src/i18n/locale.ts';

afterEach(() => setLocale('en'));
const NOON = new Date(2026, 10, 20, 12, 0).getTime();

describe('a date that a service holds', () => {
  it.each([
    '2024-02-31',
    '2024-13-05',
    '2024-00-10',
    '2024-05-00',
    '2024-05-012',
    '0000-00-00',
    '2024-05-01 (draft)',
  ])('is shown as it came where no calendar has it: %s', (value) => {
    expect(formatDate(value, NOON)).toBe(value);
  });

  it('has its own year, the first ones too', () => {
    expect(formatDate('0001-01-01T00:00:00', NOON)).toBe('1 Jan 1');
    expect(formatDate('2024-02-29', NOON)).toBe('29 Feb 2024');
  });
});
