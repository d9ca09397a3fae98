import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cabinetVersion } from '#core/app/shell/version.ts';

interface Version {
  /** The number and the date, such as `0.6.0 – 2026-11-28`. */
  readonly title: string;
  readonly entries: readonly string[];
}

function versionsOf(name: string): readonly Version[] {
  const file = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const [, ...sections] = fs.readFileSync(file, 'utf8').split(/^## /m);
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title, entries: lines.filter((line) => line.startsWith('- ')) };
  });
}

const english = versionsOf('CHANGELOG.md');
const polish = versionsOf('CHANGELOG.pl.md');

/** The longest entry, in characters, that is read at one glance. */
const LONGEST = { en: 140, pl: 150 };

describe('the changelog', () => {
  it('begins with the version of the program', () => {
    expect(english[0]?.title.startsWith(`${cabinetVersion()} – `)).toBe(true);
  });

  it('gives each version a number and a date, newest first', () => {
    const dates = english.map(
      ({ title }) => /^\d+\.\d+\.\d+ – (\d{4}-\d{2}-\d{2})$/.exec(title)?.[1] ?? '',
    );
    expect(dates).not.toContain('');
    expect(dates).toEqual(dates.toSorted((one, other) => other.localeCompare(one)));
  });

  it('has the same versions and as many entries in Polish', () => {
    const sizes = (versions: readonly Version[]) =>
      versions.map(({ title, entries }) => `${title}: ${entries.length}`);
    expect(sizes(polish)).toEqual(sizes(english));
  });

  it.each([
    ['en', english],
    ['pl', polish],
  ] as const)('names an area in each entry and says one thing in one line (%s)', (language, of) => {
    const entries = of.flatMap((version) => version.entries);
    expect(entries.length).toBeGreaterThan(100);
    for (const entry of entries) {
      expect(entry).toMatch(/^- [\p{Lu}\d][\p{L}\d -]+: \S/u);
      expect(entry.length - 2, entry).toBeLessThanOrEqual(LONGEST[language]);
    }
  });
});
