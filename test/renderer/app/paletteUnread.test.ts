import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { NoElement, page, useIn } from '../hooks.ts';
import { fakeCore, settle } from '../support.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
vi.stubGlobal('HTMLElement', NoElement);
const { followCore } = await import('../../../src/renderer/src/state/core.ts');
const { PaletteList } = await import('../../../src/renderer/src/app/palette/PaletteList.tsx');
const { usePaletteItems } =
  await import('../../../src/renderer/src/app/palette/usePaletteItems.ts');

afterAll(() => vi.unstubAllGlobals());

type Found = ReturnType<typeof usePaletteItems>;

const useCode = (code: string) => usePaletteItems(code, 'Commands');

/** Renders the palette with a typed code. */
function drawn(found: Found): string {
  const hand = { at: 0, text: 'ZAW-110', onPoint: () => {}, onChoose: () => {} };
  return renderToStaticMarkup(createElement(PaletteList, { id: 'list', ...found, ...hand }));
}

describe('a code for which the palette has no line', () => {
  // A user who reads that a code does not exist adds it a second time.
  it('is said to be none only when everything was looked through', async () => {
    const gate = Promise.withResolvers<void>();
    let fault: AppError | null = null;
    const core = fakeCore({
      'records.list': async () => {
        await gate.promise;
        if (fault !== null) throw fault;
        return { total: 0, rows: [] };
      },
    });
    followCore(core.client);
    const search = await useIn<string, Found>(useCode, 'ZAW-110');
    expect(drawn(search.now())).toContain('common.loading');
    expect(drawn(search.now())).not.toContain('frame.palette.nothing');
    gate.resolve();
    await settle();
    expect(drawn(search.now())).toContain('frame.palette.nothing');

    fault = new AppError('disconnected', 'The core has stopped.');
    await search.use('ZAW-1100');
    await settle();
    expect(drawn(search.now())).toContain('errors.disconnected.title');
    expect(drawn(search.now())).not.toContain('frame.palette.nothing');
  });
});
