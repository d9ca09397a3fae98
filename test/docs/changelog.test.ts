import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cabinetVersion } from '#core/app/shell/version.ts';

const file = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url));
const [, ...sections] = fs.readFileSync(file, 'utf8').split(/^## /m);

/** The longest entry, in characters, that is read at one glance. */
const LONGEST = 140;

describe('the changelog', () => {
  it('begins with the version of the program', () => {
    expect(sections[0]?.startsWith(`${cabinetVersion()} – `)).toBe(true);
  });

  it('gives each version a number and a date, newest first', () => {
    const dates = sections.map(
      (section) => /^\d+\.\d+\.\d+ – (\d{4}-\d{2}-\d{2})\n/.exec(section)?.[1] ?? '',
    );
    expect(dates).not.toContain('');
    expect(dates).toEqual(dates.toSorted((one, other) => other.localeCompare(one)));
  });

  it('names a screen or area in each entry and says one thing in one line', () => {
    const entries = sections.flatMap((section) =>
      section.split('\n').filter((line) => line.startsWith('- ')),
    );
    expect(entries.length).toBeGreaterThan(100);
    for (const entry of entries) {
      expect(entry).toMatch(/^- [A-Z0-9][\w -]+: \S/);
      expect(entry.length - 2, entry).toBeLessThanOrEqual(LONGEST);
    }
  });
});
