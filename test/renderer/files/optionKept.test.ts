import { useCombobox } from '@mantine/core';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, useIn } from '../hooks.ts';
import { settle } from '../support.ts';

const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: number) => clearTimeout(timer),
};
vi.stubGlobal('window', Object.assign(page, timers));
const { useOptionKept } = await import('../../../src/renderer/src/files/intake/useOptionKept.ts');

afterAll(() => vi.unstubAllGlobals());

/** Fake option of a list with only the used members. */
class Option {
  readonly id: string;
  readonly #marks = new Set<string>();
  constructor(id: string) {
    this.id = id;
  }
  readonly hasAttribute = (name: string) => this.#marks.has(name);
  readonly setAttribute = (name: string) => this.#marks.add(name);
  readonly removeAttribute = (name: string) => this.#marks.delete(name);
  readonly scrollIntoView = () => {};
}

/** The rendered options. */
let drawn: readonly Option[] = [];

beforeEach(() => {
  vi.stubGlobal('document', {
    querySelector: (asked: string) => {
      if (!asked.includes('data-combobox-selected')) return { querySelectorAll: optionsIn };
      return drawn.find((each) => each.hasAttribute('data-combobox-selected')) ?? null;
    },
    querySelectorAll: optionsIn,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

function optionsIn(asked: string): readonly Option[] {
  return asked.includes('data-combobox-option') ? drawn : [];
}

function useOffers(offers: readonly Option[]) {
  const combobox = useCombobox();
  useOptionKept(combobox, offers);
  return combobox;
}

describe('the record that the arrows chose for a file', () => {
  const [hinge, other, late] = ['hinge', 'other', 'late'].map((id) => new Option(id));
  if (hinge === undefined || other === undefined || late === undefined)
    throw new Error('no option');
  const show = (offers: readonly Option[]) => {
    drawn = offers;
    return offers;
  };

  it('stays the one that Enter takes when others are found before it', async () => {
    const offers = await useIn(useOffers, show([hinge, other]));
    vi.runAllTimers();
    expect(offers.now().selectNextOption()).toBe('hinge');
    await offers.use(show([late, other, hinge]));
    vi.runAllTimers();
    await settle();
    expect(drawn[offers.now().getSelectedOptionIndex()]?.id).toBe('hinge');
    await offers.use(show([late]));
    vi.runAllTimers();
    expect(offers.now().getSelectedOptionIndex()).toBe(-1);
  });
});
