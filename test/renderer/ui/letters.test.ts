import { expect, it } from 'vitest';
import { isTyped } from '../../../src/renderer/src/ui/keys/letters.ts';

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false };
/** AltGr as Windows reports it. */
const ALT_GR = { ...PLAIN, ctrlKey: true, altKey: true };

it('every Polish letter is typed, with AltGr as well as on a key of its own', () => {
  const letters = 'ą ć ę ł ń ó ś ź ż Ą Ć Ę Ł Ń Ó Ś Ź Ż'.split(' ');
  expect(letters.filter((key) => !isTyped({ ...ALT_GR, key }))).toEqual([]);
  expect(letters.filter((key) => !isTyped({ ...PLAIN, altKey: true, key }))).toEqual([]);
  expect(letters.filter((key) => !isTyped({ ...PLAIN, key }))).toEqual([]);
});

it('a command is not, nor a dead key before its letter', () => {
  expect(isTyped({ ...PLAIN, ctrlKey: true, key: 'c' })).toBe(false);
  expect(isTyped({ ...PLAIN, metaKey: true, key: 'c' })).toBe(false);
  expect(isTyped({ ...PLAIN, altKey: true, key: 'n' })).toBe(false);
  expect(isTyped({ ...PLAIN, key: 'Dead' })).toBe(false);
  expect(isTyped({ ...PLAIN, key: 'Enter' })).toBe(false);
});
