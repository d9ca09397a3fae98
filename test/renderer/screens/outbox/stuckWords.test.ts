import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operation, Reason } from '#contract/operations.ts';
import { NoElement, page } from '../../hooks.ts';
import { operation } from '../../fields/outboxSupport.ts';

vi.stubGlobal('localStorage', { ...page.localStorage, getItem: () => 'en' });
vi.stubGlobal('window', page);
vi.stubGlobal('document', { documentElement: { lang: '' } });
vi.stubGlobal('HTMLElement', NoElement);
// The attempts are read from a core; their text is not part of this test.
vi.mock('../../../../src/renderer/src/screens/outbox/parts/AttemptList.tsx', () => ({
  AttemptList: () => null,
}));
const { startTexts } = await import('../../../../src/renderer/src/i18n/i18n.ts');
const { DecisionCard } =
  await import('../../../../src/renderer/src/screens/outbox/decisions/DecisionCard.tsx');
const { OperationBadge } =
  await import('../../../../src/renderer/src/screens/outbox/parts/OperationBadge.tsx');

beforeAll(() => startTexts());
afterAll(() => vi.unstubAllGlobals());

function stopped(details: Reason['details'], part: Partial<Operation> = {}): Operation {
  const reason = { code: 'gave-up', text: 'In English.', details } as const;
  return operation({ state: 'refused', action: 'create', reason, ...part });
}

function card(each: Operation): string {
  return renderToStaticMarkup(createElement(DecisionCard, { operation: each, all: [each] }));
}

const NOT_THERE = /does not hold|has not arrived/u;

describe('a card of what was sent without an answer', () => {
  it.each([
    ['sent-since', 'may have been sent since'],
    ['not-told', 'does not show plainly whether it has Zawias'],
    ['looks-alike', 'that may be Zawias'],
    ['not-created', 'was created but does not show it'],
    ['file-lost', 'Zawias was sent 3 times and no answer came'],
  ] as const)('never says that the service lacks what it may have: %s', (why, said) => {
    const each = stopped({ why, name: 'Zawias', id: '7', count: 3 });
    const shown = card(each);
    expect(shown).not.toMatch(NOT_THERE);
    expect(shown.split(said)).toHaveLength(2);
    expect(shown).toContain('It is not certain what the service has');
    expect(renderToStaticMarkup(createElement(OperationBadge, { operation: each }))).toContain(
      'Not certain',
    );
  });

  it('says that it has not arrived where Cabinet has looked', () => {
    const shown = card(stopped({ why: 'unanswered', count: 3 }));
    expect(shown).toContain('No answer after several tries');
    expect(shown).toMatch(NOT_THERE);
  });

  it('does not call a record gone whose removal did not arrive', () => {
    expect(card(stopped({ why: 'unanswered', count: 3 }, { action: 'remove' }))).not.toMatch(
      /does not hold/u,
    );
  });
});
