import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { assign } from '#cli/input/assign.ts';
import { readJsonInput } from '#cli/input/json.ts';
import { readSetting, readSettingName } from '#cli/input/settings.ts';
import { readVariant } from '#cli/input/variant.ts';
import { readCondition, readSort } from '#cli/input/where.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const fitting = resourceOf('fittings');

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}

describe('assign', () => {
  it('takes text as it is and the rest as JSON', () => {
    const set = ['kod=01', 'name=a=b', 'stock=12,5', 'connected=["X"]', 'wymiary.x=10'];
    expect(assign(fitting, {}, set)).toEqual({
      kod: '01',
      name: 'a=b',
      stock: '12,5',
      connected: ['X'],
      wymiary: { x: '10' },
    });
  });

  it('lays parts over those already given', () => {
    const data = { wymiary: { x: '1', y: '2' } };
    expect(assign(fitting, data, ['wymiary.x=9'])).toEqual({ wymiary: { x: '9', y: '2' } });
  });

  it('keeps a foreign name for the check to refuse', () => {
    const values = assign(fitting, {}, ['__proto__=1', 'nope.x=1']);
    expect(Object.keys(values)).toEqual(['__proto__', 'nope.x']);
  });

  it('refuses what is no setting, and a part of a field without parts', () => {
    expect(faultOf(() => assign(fitting, {}, ['price']))).toBe(
      'invalid --set: "price", expected FIELD=VALUE',
    );
    expect(faultOf(() => assign(fitting, {}, ['name.x=1']))).toContain('invalid name.x: "1"');
  });

  it.each([
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'at most 32 levels'],
    ['50,000 levels', '['.repeat(50_000) + ']'.repeat(50_000), 'at most 32 levels'],
    ['more than 1 MB', JSON.stringify(['x'.repeat(1_100_000)]), 'a record of at most 1'],
  ])('refuses a value of %s, which could not be read back', (_, text, expected) => {
    const band = resourceOf('edge-bands');
    expect(faultOf(() => assign(band, {}, [`data=${text}`]))).toContain(expected);
  });
});

describe('readJsonInput', () => {
  it('refuses a manifest that names a part twice, of which one would be lost', async () => {
    const file = path.join(tempFolder(), 'manifest.json');
    fs.writeFileSync(file, '{"fittings":[{"kod":"A"}],"fittings":[{"kod":"B"}]}');
    await expect(readJsonInput(file, 'manifest')).rejects.toMatchObject({
      code: 'invalid',
      details: {
        issues: [
          { place: 'manifest: fittings', value: 'written twice', expected: 'each name once' },
        ],
      },
    });
  });

  it.skipIf(process.platform === 'win32')(
    'ends at its limit where a device has no end',
    async () => {
      await expect(readJsonInput('/dev/zero', 'manifest')).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('larger than'),
      });
    },
  );
});

describe('readCondition', () => {
  it.each([
    ['kod=A', { field: 'kod', op: 'is', value: 'A' }],
    ['kod!=A=B', { field: 'kod', op: 'not', value: 'A=B' }],
    ['name~o<k', { field: 'name', op: 'contains', value: 'o<k' }],
    ['price<1', { field: 'price', op: 'lt', value: '1' }],
    ['price<=12,5', { field: 'price', op: 'lte', value: '12,5' }],
    ['price>1', { field: 'price', op: 'gt', value: '1' }],
    ['price>=1', { field: 'price', op: 'gte', value: '1' }],
    ['model=', { field: 'model', op: 'empty', value: '' }],
    ['model!=', { field: 'model', op: 'filled', value: '' }],
    ['wymiary.x=3', { field: 'wymiary.x', op: 'is', value: '3' }],
  ])('reads %j', (text, expected) => {
    expect(readCondition(fitting, text)).toEqual(expected);
  });

  it.each(['kod', '=x', 'koda=x', 'wymiary.q=1', 'wymiary.x.y=1', 'kod.x=1'])(
    'refuses %j',
    (text) => {
      expect(faultOf(() => readCondition(fitting, text))).toMatch(/^invalid --where/);
    },
  );
});

describe('readSort', () => {
  it('reads a direction', () => {
    expect(readSort(fitting, 'price:desc')).toEqual({ field: 'price', descending: true });
    expect(readSort(fitting, 'price')).toEqual({ field: 'price', descending: false });
    expect(faultOf(() => readSort(fitting, 'price:up'))).toMatch(/^invalid --sort/);
  });
});

describe('readSetting', () => {
  it('reads each setting and says what is expected', () => {
    expect(readSetting('pageSize', '500')).toEqual({ pageSize: 500 });
    expect(readSetting('assetBaseUrl', '')).toEqual({ assetBaseUrl: '' });
    expect(readSetting('language', 'pl')).toEqual({ language: 'pl' });
    for (const name of [
      'pageSize',
      'concurrency',
      'inFlightWindowSeconds',
      'language',
      'theme',
    ] as const)
      expect(faultOf(() => readSetting(name, 'x'))).toMatch(`invalid ${name}: "x", expected`);
    expect(faultOf(() => readSetting('assetBaseUrl', 'ftp://x'))).toMatch(/^invalid assetBaseUrl/);
    const withUser = 'https://user:secret@files.example/';
    expect(faultOf(() => readSetting('assetBaseUrl', withUser))).toMatch(/^invalid assetBaseUrl/);
    expect(readSetting('assetBaseUrl', 'https://files.example/a@b')).toBeDefined();
    expect(faultOf(() => readSettingName('colour'))).toContain('one of pageSize, concurrency');
  });
});

describe('readVariant', () => {
  it('takes only values of its knob', () => {
    expect(readVariant(['pageCap=50', 'uniqueKod=false'])).toEqual({
      pageCap: 50,
      uniqueKod: false,
    });
    expect(faultOf(() => readVariant(['pageCap=7']))).toContain('pageCap=0 | 10 | 50');
    expect(faultOf(() => readVariant(['toString=1']))).toContain('one of fittingsPrefix');
  });
});

describe('a value given with --set', () => {
  it('loses the unit of a size, and is refused where a spreadsheet shows an error', () => {
    expect(assign(fitting, {}, ['wymiary.x=12 mm'])).toEqual({ wymiary: { x: '12' } });
    expect(faultOf(() => assign(fitting, {}, ['name=#N/D!']))).toContain('shows an error');
    expect(faultOf(() => assign(fitting, {}, ['wymiary.x=12 cm']))).toContain('without a currency');
  });
});
