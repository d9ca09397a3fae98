import { describe, expect, it } from 'vitest';
import { pressed, shortcuts } from '../../../src/renderer/src/state/shortcuts.ts';
import type { Press } from '../../../src/renderer/src/state/shortcuts.ts';

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the keyboard map', () => {
  it('gives no key two meanings in one place', () => {
    const taken = shortcuts.flatMap(({ scope, keys }) => keys.map((key) => `${scope} ${key}`));
    expect(taken).toEqual([...new Set(taken)]);
  });
  it('lets nothing in a list take what works everywhere', () => {
    const everywhere = new Set<string>(
      shortcuts.filter(({ scope }) => scope === 'everywhere').flatMap(({ keys }) => keys),
    );
    const others = shortcuts.filter(({ scope }) => scope !== 'everywhere');
    expect(others.flatMap(({ keys }) => keys).filter((key) => everywhere.has(key))).toEqual([]);
  });
});

describe('pressed', () => {
  it.each([
    ['Ctrl+K', press('k', { ctrlKey: true }), true],
    ['Ctrl+K', press('k', { metaKey: true }), true],
    ['Ctrl+K', press('K', { ctrlKey: true, shiftKey: true }), false],
    ['Ctrl+K', press('k'), false],
    ['Alt+1', press('1', { altKey: true }), true],
    ['Alt+1', press('¡', { altKey: true, code: 'Digit1' }), true],
    // A Mac types ° for 8 with both modifiers; French keyboards need Shift for the digit itself.
    ['Alt+8', press('°', { altKey: true, shiftKey: true, code: 'Digit8' }), false],
    ['Alt+1', press('1', { altKey: true, shiftKey: true, code: 'Digit1' }), true],
    // Windows types ° for Alt with 0176 on the numeric keypad.
    ['Alt+0', press('0', { altKey: true, code: 'Numpad0' }), false],
    ['Alt+1', press('1', { altKey: true, code: 'Numpad1' }), false],
    ['?', press('?', { shiftKey: true }), true],
    ['/', press('/'), true],
    ['/', press('/', { ctrlKey: true }), false],
    ['Ctrl+Shift+E', press('E', { ctrlKey: true, shiftKey: true }), true],
    ['Space', press(' '), true],
    ['Ctrl+,', press(',', { ctrlKey: true }), true],
  ] as const)('%s', (keys, given, expected) => {
    expect(pressed(given, keys)).toBe(expected);
  });
});
