import type { KeyboardEvent } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from '../../hooks.ts';

vi.stubGlobal('localStorage', page.localStorage);
vi.stubGlobal('window', page);
const { onMendKey } =
  await import('../../../../src/renderer/src/screens/outbox/decisions/MendForm.tsx');
const { onCommentKey } =
  await import('../../../../src/renderer/src/screens/review/walk/PlaceCard.tsx');

type Held = Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>>;

const done: string[] = [];
beforeEach(() => {
  done.length = 0;
});

/** Returns an Enter key event with modifiers; it records whether its propagation was stopped. */
function enter(held: Held = {}): KeyboardEvent<HTMLTextAreaElement> {
  const none = { code: 'Enter', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const event = {
    key: 'Enter',
    ...none,
    repeat: false,
    nativeEvent: { isComposing: false },
    currentTarget: { blur: () => {} },
    preventDefault: () => void done.push('kept'),
    ...held,
  };
  return event as unknown as KeyboardEvent<HTMLTextAreaElement>;
}

describe.each([{ ctrlKey: true }, { metaKey: true }])('Enter with %j', (held) => {
  it('sends what was corrected, once, and not only what waits besides', () => {
    onMendKey(enter(held), () => void done.push('mended'));
    expect(done).toEqual(['kept', 'mended']);
    onMendKey(enter({ ...held, repeat: true }), () => void done.push('mended'));
    expect(done).toEqual(['kept', 'mended', 'kept']);
  });

  it('is Send for who writes a comment, and flags nothing', () => {
    onCommentKey(enter(held), { ask: () => void done.push('flagged') });
    expect(done).toEqual([]);
  });
});

it('Enter alone flags with the comment', () => {
  onCommentKey(enter(), { ask: () => void done.push('flagged') });
  expect(done).toEqual(['kept', 'flagged']);
});
