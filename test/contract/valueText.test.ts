import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { settingsSchema } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { NO_LABELS, readStatusLabels, statusCode, statusLabel } from '#contract/statusLabels.ts';
import { PLAIN_ENGLISH, priceText, sizeText, valueText } from '#contract/valueText.ts';

const labels = readStatusLabels('1 = active, 0 = Inactive') ?? NO_LABELS;
const english = { ...PLAIN_ENGLISH, currency: 'EUR', labels };
const polish = { locale: 'pl-PL', yes: 'tak', no: 'nie', currency: 'PLN', labels };

function shown(kind: Kind, name: string, value: Json, style = polish): string | null {
  const field = resourceOf(kind).fields[name];
  if (field === undefined) throw new Error(`${kind} have no ${name}`);
  return valueText(field, value, style)?.replaceAll('\u00a0', ' ') ?? null;
}

describe('a value as a person reads it', () => {
  it('writes prices with the currency and the mark of the language', () => {
    expect(shown('fittings', 'price', '1234.5')).toBe('1 234,50 zł');
    expect(shown('materials', 'price', 12, english)).toBe('€12.00');
    expect(shown('materials', 'price', '8.905')).toBe('8,905 zł');
    expect(shown('materials', 'price', 'call us')).toBe('call us');
    expect(priceText({ locale: 'pl-PL', currency: '' }, '8.9')).toBe('8,90');
    // A yen has no smaller unit.
    expect(priceText({ locale: 'en-GB', currency: 'JPY' }, 1200)).toBe('JP¥1,200');
  });

  it('writes a size as width × height × depth in mm', () => {
    expect(shown('fittings', 'wymiary', { x: '500', y: '16.5', z: '20' })).toBe(
      '500 × 16,5 × 20 mm',
    );
    expect(shown('fittings', 'wymiary', { x: '500', z: 20 })).toBe('500 × – × 20 mm');
    expect(shown('fittings', 'wymiary', {})).toBe(null);
    expect(shown('fittings', 'direction_vector', { x: '0', y: '1', z: '0' })).toBe(null);
    expect(shown('materials', 'DEB', '18.5')).toBe('18,5 mm');
    expect(shown('edge-bands', 'thickness', 0.8, english)).toBe('0.8 mm');
    expect(shown('materials', 'DEB', 'thick')).toBe('thick');
    expect(sizeText('en-GB', { x: [1], y: 2, z: 3 })).toBe(null);
  });

  it('writes a boolean as yes or no, and nothing else as one', () => {
    expect(shown('products', 'isPublished', true)).toBe('tak');
    expect(shown('edge-bands', 'isActive', 'false', english)).toBe('no');
    expect(shown('edge-bands', 'isActive', 1)).toBe(null);
  });

  it('writes the label of a status, whatever form the server gives it', () => {
    expect(shown('fittings', 'status', '1')).toBe('active');
    expect(shown('products', 'status', 0)).toBe('Inactive');
    expect(shown('products', 'status', '7')).toBe(null);
    expect(shown('fittings', 'producent', '1')).toBe(null);
  });
});

describe('labels of status codes', () => {
  it('are read from pairs in any spacing', () => {
    expect([...(readStatusLabels(' 1=active ;\n0 = not active,') ?? [])]).toEqual([
      ['1', 'active'],
      ['0', 'not active'],
    ]);
    expect(readStatusLabels('')?.size).toBe(0);
  });

  it.each(['active', '1 =', '= active', '1 = a, 1 = b', '1 = on, 2 = ON', '1 = 0, 0 = off'])(
    'refuse what has two meanings or none: %s',
    (text) => {
      expect(readStatusLabels(text)).toBe(null);
      expect(settingsSchema.shape.statusLabels.safeParse(text).success).toBe(false);
    },
  );

  it('turn back into codes in any case', () => {
    expect(statusCode(labels, ' ACTIVE ')).toBe('1');
    expect(statusCode(labels, '1')).toBe('1');
    expect(statusCode(labels, 'unknown')).toBe('unknown');
    expect(statusLabel(labels, ' 1 ')).toBe('active');
    expect(statusLabel(labels, null)).toBe(null);
  });
});

describe('the currency', () => {
  it('is a known code or empty', () => {
    const { currency } = settingsSchema.shape;
    expect(currency.safeParse('PLN').success).toBe(true);
    expect(currency.safeParse('').success).toBe(true);
    expect(currency.safeParse('zł').success).toBe(false);
    expect(currency.safeParse('XQQ').success).toBe(false);
  });
});
