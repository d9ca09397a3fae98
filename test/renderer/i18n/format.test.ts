import { afterEach, describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDecimal,
  formatMoment,
  formatPrice,
  formatTime,
} from '../../../src/renderer/src/i18n/format.ts';
import { setLocale } from '../../../src/renderer/src/i18n/locale.ts';

// A no-break space separates digit groups; the platform chooses which one.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const noon = new Date(2026, 10, 20, 12, 0).getTime();
const at = (day: number, hour: number, minute: number) =>
  new Date(2026, 10, day, hour, minute).getTime();

afterEach(() => setLocale('en'));

describe('formatDecimal', () => {
  it.each([
    ['en', '12.50', '12.50'],
    ['pl', '12.50', '12,50'],
    ['pl', '8930.5', '8 930,5'],
    ['pl', '1234567890123456789.01', '1 234 567 890 123 456 789,01'],
    ['pl', 'about 5', 'about 5'],
    ['pl', '', ''],
  ] as const)('writes as %s does: %s', (language, value, expected) => {
    setLocale(language);
    expect(plain(formatDecimal(value))).toBe(expected);
  });
});

describe('formatMoment', () => {
  it.each([
    ['en', 20, '23:59:00'],
    ['en', 21, '21 Nov 23:59:00'],
    ['pl', 19, '19 lis 23:59:00'],
  ] as const)(
    'names the day where it is another one, as %s does: %i',
    (language, day, expected) => {
      setLocale(language);
      expect(plain(formatMoment(at(day, 23, 59), noon))).toBe(expected);
    },
  );
});

describe('formatPrice', () => {
  it.each([
    ['en', '8.6', '8.60'],
    ['pl', '9.45', '9,45'],
    ['pl', '12', '12,00'],
    ['en', '0.1255', '0.1255'],
    ['en', 'on request', 'on request'],
  ] as const)(
    'has two decimals at least, and hides none, as %s does: %s',
    (language, value, expected) => {
      setLocale(language);
      expect(plain(formatPrice(value))).toBe(expected);
    },
  );
});

describe('formatCount', () => {
  it('sets thousands apart also in four digits', () => {
    setLocale('pl');
    expect(plain(formatCount(8930))).toBe('8 930');
  });
});

describe('formatTime', () => {
  it('gives the time alone for today', () => {
    expect(formatTime(at(20, 14, 2), noon)).toBe('14:02');
  });
  it('names the day before today', () => {
    expect(formatTime(at(19, 8, 5), noon)).toBe('19 Nov 08:05');
  });
});

describe('formatDate', () => {
  it('takes a day of the service as the day it names', () => {
    expect(formatDate('2026-01-02', noon)).toBe('2 Jan');
    expect(formatDate('2025-01-02T00:00:00.000Z', noon)).toBe('2 Jan 2025');
  });
  it('shows what is no date as it came', () => {
    expect(formatDate('soon', noon)).toBe('soon');
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [7, '7 bytes'],
    [412_300, '412 kB'],
    [999_499, '999 kB'],
    [999_999, '1.0 MB'],
    [999_960_000, '1.0 GB'],
    [6_040_000, '6.0 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('says %d as people do', (bytes, expected) => {
    expect(plain(formatBytes(bytes))).toBe(expected);
  });
});
