import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Row } from '#contract/procedures.ts';
import { NoElement, page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { usePaletteItems } =
  await import('../../../src/renderer/src/app/palette/usePaletteItems.ts');
const { findTargets } = await import('../../../src/renderer/src/files/state/findTargets.ts');
const { nameOf } = await import('../../../src/renderer/src/screens/records/state/selecting.ts');
const { Named } = await import('../../../src/renderer/src/ui/Named.tsx');
const { labelOf } = await import('../../../src/renderer/src/files/model/intake.ts');
const { isReadable } = await import('../../../src/renderer/src/ui/readable.ts');

const row = (name: string, key: string | null = null): Row => {
  return { id: 'id-1', key, pending: null, fields: { name } };
};
const BLANK = ['', '   ', '\t\n', '\u200b', '\u200e\u200f', '\u2060 \ufeff'];

describe('a record whose name says nothing', () => {
  it.each(BLANK)('is called by its code, else by its id: %j', (name) => {
    expect(nameOf(row(name), 'name')).toBe('id-1');
    expect(nameOf(row(name, 'ZAW-1'), 'name')).toBe('ZAW-1');
    expect(nameOf(row('Hinge', name), 'name')).toBe('Hinge');
  });

  it.each(BLANK)('has a line to be read in the palette and among the offers: %j', async (name) => {
    const core = fakeCore({ 'records.list': () => ({ total: 1, rows: [row(name)] }) });
    followCore(core.client);
    const items = await useIn((text: string) => usePaletteItems(text, 'Commands'), 'a');
    await settle();
    expect(items.now().items.map(({ label }) => label)).toContain('id-1');
    const [target] = await findTargets('products', 'a.jpg', 'a');
    expect(target?.title).toBe('id-1');
  });

  it.each(BLANK)('is named where a file goes: %j', (name) => {
    const target = { kind: 'fittings', record: 'id-1' } as const;
    expect(labelOf({ ...target, key: null, title: name })).toBe('id-1');
    expect(labelOf({ ...target, key: name, title: 'Hinge' })).toBe('Hinge');
  });

  it('is told as one without a name where lists name it', () => {
    expect(renderToStaticMarkup(createElement(Named, { title: ' ', code: null }))).toContain(
      'common.unnamed',
    );
  });
});

it('what can be read is a name, in whatever script', () => {
  for (const text of ['Zawias', 'ż', 'مفصلة', '蝶番', '🚪', 'e\u0301', '-', '0'])
    expect(isReadable(text), text).toBe(true);
});
