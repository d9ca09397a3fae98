import { describe, expect, it } from 'vitest';
import { timed } from '../../support/processorTime.ts';
import { addressWithoutSecret, withoutSecret } from '#core/service/hideSecret.ts';

const SECRET = 'ab/c+d="e\\fż😀';
const hidden = (text: string) => withoutSecret(Buffer.from(text), SECRET, '[secret]').toString();

/** Spells each letter with a long escape. */
const escaped = (text: string) =>
  text.replaceAll(/[^]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a secret that the service repeats', () => {
  it.each([
    ['as it is', SECRET],
    ['as JSON.stringify spells it', JSON.stringify(SECRET).slice(1, -1)],
    ['with escaped slashes, as PHP writes', 'ab\\/c+d=\\"e\\\\f\\u017c\\ud83d\\ude00'],
    ['with escaped signs, as .NET writes', 'ab/c\\u002Bd=\\u0022e\\\\f\\u017C\\uD83D\\uDE00'],
    ['with every letter escaped', escaped(SECRET)],
  ])('is removed %s', (_how, spelled) => {
    expect(hidden(`{"a": "x${spelled}y", "b": "${spelled}"}`)).toBe(
      '{"a": "x[secret]y", "b": "[secret]"}',
    );
  });

  it('leaves an answer without it as it is, byte for byte', () => {
    const body = Buffer.from('{"a": "\\/ \\u0105 \\n \\\\u0061", "b": "ab\\\\/c"}');
    expect(withoutSecret(body, SECRET, '[secret]')).toBe(body);
  });

  it('leaves the other values as they are', () => {
    const rest = String.raw`"q\"\\\n\u0000\udc00\ud83d\ude00\u0105\/", "n": 1e400, "cut": "\u00`;
    const clean = hidden(`{"s": "${escaped(SECRET)}", "r": ${rest}`);
    const plain = String.raw`"q\"\\\n\u0000\udc00😀ą/", "n": 1e400, "cut": "\u00`;
    expect(clean).toBe(`{"s": "[secret]", "r": ${plain}`);
  });

  it.each([
    ['all signs', encodeURIComponent(SECRET)],
    ['all signs, in small letters', encodeURIComponent(SECRET).toLowerCase()],
    ['some signs', SECRET.replace('/', '%2f').replace('=', '%3D')],
  ])('is removed from an address with percent signs: %s', (_how, encoded) => {
    const at = `/in?a=${encoded}&b=${SECRET}&c=%zz`;
    expect(addressWithoutSecret(at, SECRET, '[secret]')).toBe('/in?a=[secret]&b=[secret]&c=%zz');
  });

  it('leaves other percent signs of an address', () => {
    expect(addressWithoutSecret('/a%20b', SECRET, '[secret]')).toBe('/a%20b');
  });

  it.each([
    ['a token that repeats one letter', `ab${'a'.repeat(16_382)}`],
    ['a token with another letter in its middle', `${'a'.repeat(8000)}b${'a'.repeat(8000)}`],
  ])('is searched in a time that grows with the answer: %s', async (_what, token) => {
    const body = Buffer.from(`{"d": "\\/${'a'.repeat(4_000_000)}b"}`);
    const { seconds } = await timed(() => {
      expect(withoutSecret(body, token, '[token]')).toBe(body);
      const found = Buffer.from(`${'a'.repeat(9000)}${token}${token}x`);
      expect(withoutSecret(found, token, '[token]').toString().endsWith('[token][token]x')).toBe(
        true,
      );
    });
    expect(seconds).toBeLessThan(3);
  });
});
