import { describe, expect, it } from 'vitest';
import { equalKey } from '#contract/equalKey.ts';

describe('a duplicate key of a JSON text', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"service":{"url":"x","url":"y"}}', 'service.url'],
    ['{"fittings":[{"kod":"A"},{"kod":"B","name":"b", "kod" : "C"}]}', 'fittings[1].kod'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    [String.raw`{"a\"":1,"b":"\\","a\"":2}`, 'a"'],
    ['[[],[[{"a":{},"a":[]}]]]', '[1][0][0].a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('is found in %s', (text, path) => {
    expect(equalKey(text)).toBe(path);
  });

  it.each([
    '{}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}},"b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\"","b":["a","a"]}',
    '"a"',
    '3',
  ])('is not found in %s', (text) => {
    expect(equalKey(text)).toBeNull();
  });

  it('is found in 16 MB of objects in a time that grows with the text', () => {
    const began = process.cpuUsage();
    expect(equalKey(`[${'{"a":1},'.repeat(2_000_000)}{"a":1,"a":2}]`)).toBe('[2000000].a');
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(10);
  });
});
