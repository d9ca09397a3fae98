import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PartVerdict } from '#contract/productDrafts.ts';
import { askBeforeQueue } from '../../../../src/renderer/src/screens/productDrafts/askBeforeQueue.ts';
import { dialogStore } from '../../../../src/renderer/src/state/dialogs.ts';
import en from '../../../../src/renderer/src/i18n/plan.en.json' with { type: 'json' };

const PART: PartVerdict = {
  part: 'a',
  kind: 'materials',
  state: 'create',
  id: null,
  key: 'H-1',
  title: 'Dąb',
  differs: [],
  faults: [],
  named: true,
  namesake: false,
  doubts: [],
};
const unknown = (code: string) => ({
  kind: 'materials' as const,
  code,
  place: `materialy.${code}`,
  leaving: false,
});
const question = () => {
  const { open } = dialogStore.getState();
  return open?.id === 'confirm' ? open.question.text : null;
};

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { plan: en } } } }));

describe('a plan whose product and parts do not fit together', () => {
  it('is queued without a question when they fit', async () => {
    expect(await askBeforeQueue({ parts: [PART], unknown: [] }, [])).toBe(true);
    expect(question()).toBeNull();
  });

  it('is asked about with the codes that nobody has, and the parts that the product does not name', async () => {
    const codes = ['A', 'B', 'A', 'C', 'D', 'E', 'F'].map(unknown);
    const asked = askBeforeQueue({ parts: [PART, { ...PART, named: false }], unknown: codes }, []);
    expect(question()).toContain('A, B, C, D, E and 1 more');
    expect(question()).toContain('does not use one part of the plan: H-1');
    const { open } = dialogStore.getState();
    if (open?.id === 'confirm') open.answer(false);
    expect(await asked).toBe(false);
  });

  it('is asked about when another product has the name', async () => {
    const product = { ...PART, kind: 'products' as const, title: 'Szafa', namesake: true };
    const asked = askBeforeQueue({ parts: [product], unknown: [] }, []);
    expect(question()).toBe('A product named “Szafa” already exists.');
    const { open } = dialogStore.getState();
    if (open?.id === 'confirm') open.answer(true);
    expect(await asked).toBe(true);
  });

  it('is asked about when a new part has an amount below zero', async () => {
    const values = { SIFRA: 'H-1', price: '-5', DEB: 18 };
    const part = { part: 'a', kind: 'materials' as const, values, files: [], use: null };
    const asked = askBeforeQueue({ parts: [PART], unknown: [] }, [part]);
    expect(question()).toMatch(/^One value is below zero: H-1: .+ -5(?:\.00)?\.$/);
    const { open } = dialogStore.getState();
    if (open?.id === 'confirm') open.answer(false);
    expect(await asked).toBe(false);
    // What stays as it is in the catalogue is not asked about.
    const exists = { ...PART, state: 'exists' as const };
    expect(await askBeforeQueue({ parts: [exists], unknown: [] }, [part])).toBe(true);
  });
});
