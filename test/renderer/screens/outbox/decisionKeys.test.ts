import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { NoElement, page, useIn } from '../../hooks.ts';

/** Selector of the layer over the page; empty when there is none. */
let over = '';
const document = {
  ...page.document,
  querySelector: (selector: string) => (over !== '' && selector.includes(over) ? {} : null),
};
vi.stubGlobal('window', page);
vi.stubGlobal('document', document);
vi.stubGlobal('HTMLElement', NoElement);
vi.stubGlobal('HTMLInputElement', NoElement);
const { useDecisionKeys } =
  await import('../../../../src/renderer/src/screens/outbox/decisions/useDecisionKeys.ts');

afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  over = '';
});

const moved: number[] = [];
const move = (step: number) => void moved.push(step);

function press(key: string): void {
  const event = new Event('keydown', { cancelable: true });
  const none = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
  page.dispatchEvent(Object.assign(event, none, { key }));
}

it('J and K go between decisions, and are kept by a menu or a dialog that stands over them', async () => {
  await useIn(useDecisionKeys, move);
  press('j');
  over = '[role="menu"]';
  press('j');
  over = '[role="dialog"]';
  press('k');
  over = '';
  press('k');
  expect(moved).toEqual([1, -1]);
});
