import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Operation } from '#contract/operations.ts';
import { NoElement, page } from '../../hooks.ts';
import { operation, taken } from '../../fields/outboxSupport.ts';

vi.stubGlobal('localStorage', { ...page.localStorage, getItem: () => 'en' });
vi.stubGlobal('window', page);
vi.stubGlobal('document', { documentElement: { lang: '' } });
vi.stubGlobal('HTMLElement', NoElement);
const { startTexts } = await import('../../../../src/renderer/src/i18n/i18n.ts');
const { DecisionCard } =
  await import('../../../../src/renderer/src/screens/outbox/decisions/DecisionCard.tsx');

beforeAll(() => startTexts());
afterAll(() => vi.unstubAllGlobals());

const CREATION = taken({
  changes: [
    { field: 'name', before: null, after: 'Hinge' },
    { field: 'price', before: null, after: '8.90' },
  ],
});

function drawn(all: readonly Operation[]): string {
  const decision = createElement(DecisionCard, { operation: CREATION, all });
  return renderToStaticMarkup(createElement(MantineProvider, null, decision));
}

/** Renders the card, with an update of the price after the create. */
function card(later: Partial<Operation> = {}): string {
  const change = { field: 'price', before: '8.90', after: '9.20' };
  const behind = operation({ id: 'later', seq: 2, changes: [change], ...later });
  return drawn([CREATION, behind]);
}

it('what was changed behind a creation is shown, and can be made a change of theirs', () => {
  const shown = card();
  expect(shown).toContain('9.20');
  expect(shown).toContain('are sent: price.');
  expect(shown).not.toContain('None of your values can be changed after creation');
  expect(shown).not.toMatch(/disabled=""[^>]*>[^/]*Apply my values to it/u);
});

it.each([
  ['of another record', { recordId: 'r2' }],
  ['a removal', { action: 'remove' }],
] as const)('%s is none of it', (_, later) => {
  const shown = card(later);
  expect(shown).toContain('None of your values can be changed after creation');
  expect(shown).toMatch(/disabled=""[^>]*>[^/]*Apply my values to it/u);
});

it.each([
  ['a value', 'price', '8.00', 'are sent: price.', 'to that record are kept: price.'],
  ['nothing else', 'stock', 3, 'to that record are kept', 'are sent: price.'],
] as const)(
  'what the person set of the record that has the code stays: %s',
  (_, field, after, hidden, seen) => {
    const change = { field, before: null, after };
    const own = operation({ id: 'own', recordId: 'r7', serviceId: '7', changes: [change] });
    const behind = operation({
      id: 'later',
      seq: 2,
      changes: [{ field: 'price', before: '8.90', after: '9.20' }],
    });
    const shown = drawn([CREATION, behind, own]);
    expect(shown).toContain(seen);
    expect(shown).not.toContain(hidden);
  },
);
