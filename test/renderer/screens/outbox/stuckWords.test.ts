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

const NOT_THERE = /did not reach the server/u;

describe('a card of what was sent without an answer', () => {
  it.each([
    ['sent-since', 'may have been sent since'],
    ['not-told', 'unclear whether the server has Zawias'],
    ['looks-alike', 'that may be Zawias'],
    ['not-created', 'confirmed the new record 7, but does not return it'],
    ['file-lost', 'Zawias was uploaded 3 times without a response'],
  ] as const)('never says that the service lacks what it may have: %s', (why, said) => {
    const each = stopped({ why, name: 'Zawias', id: '7', count: 3 });
    const shown = card(each);
    expect(shown).not.toMatch(NOT_THERE);
    expect(shown.split(said)).toHaveLength(2);
    expect(shown).toContain('The result on the server is unclear');
    expect(renderToStaticMarkup(createElement(OperationBadge, { operation: each }))).toContain(
      'Unclear result',
    );
  });

  it('says that it has not arrived where Cabinet has looked', () => {
    const shown = card(stopped({ why: 'unanswered', count: 3 }));
    expect(shown).toContain('No response after several attempts');
    expect(shown).toMatch(NOT_THERE);
  });

  it('does not call a record gone whose removal did not arrive', () => {
    expect(card(stopped({ why: 'unanswered', count: 3 }, { action: 'remove' }))).not.toMatch(
      /is not on the server|does not hold/u,
    );
  });
});
