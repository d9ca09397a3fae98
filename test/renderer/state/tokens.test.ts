import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = fs.readFileSync(
  new URL('../../../src/renderer/src/state/theme/tokens.css', import.meta.url),
  'utf8',
);

function tokensOf(selector: string): ReadonlyMap<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`));
  const body = block.slice(0, block.indexOf('}'));
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'surface', 'rail', 'hover', 'select'];
const PAIRS = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ...['accent', 'wait', 'hold', 'ask', 'bad', 'good'].flatMap((tone) => [
    [tone, `${tone}-soft`] as const,
    [tone, 'surface'] as const,
  ]),
  ['ink', 'ask-soft'] as const,
  ['ink', 'bad-soft'] as const,
  ['ink-3', 'hold-soft'] as const,
  ['accent-ink', 'accent'] as const,
  ['accent-ink', 'accent-hover'] as const,
];

describe.each(["[data-theme='light']", "[data-theme='dark']"])('%s', (selector) => {
  const tokens = tokensOf(selector);
  it.each(PAIRS)('%s can be read on %s', (ink, ground) => {
    expect(contrast(tokens.get(ink) ?? '', tokens.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});
