import { describe, expect, it } from 'vitest';
import { comments, isIndirect, sentencesOf } from '../../scripts/plain-words.ts';

describe('the check of plain words', () => {
  it.each([
    'What was sent before is read again.',
    'A copy may be told by whoever answers.',
    'The value of another hand stays.',
  ])('counts a sentence without a noun: %s', (sentence) => {
    expect(isIndirect(sentence)).toBe(true);
  });

  it.each(['The replica returns an older version.', 'What does the service answer?'])(
    'takes %s',
    (sentence) => {
      expect(isIndirect(sentence)).toBe(false);
    },
  );

  it('reads comments of both forms and leaves directives out', () => {
    const source = [
      '/**',
      ' * Returns a record. Throws `busy`.',
      ' */',
      "const url = 'https://example.com'; // kept for a day",
      '// oxlint-disable-next-line no-console',
    ].join('\n');
    const texts = comments(source).flatMap(sentencesOf);
    expect(texts).toEqual(['Returns a record.', 'kept for a day']);
  });
});
