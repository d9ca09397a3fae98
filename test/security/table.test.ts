import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = fs.readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = page
  .split('\n')
  .map((line) => /^\| *([A-Z]\d[\w–]*) *\|/.exec(line)?.[1])
  .flatMap((row, at) => (row === undefined ? [] : [[row, page.split('\n')[at] ?? ''] as const]));

/** The number of threats for each letter of the threat list, `T1` … `B9`. */
const THREATS = { T: 10, E: 15, N: 3, R: 15, P: 5, B: 9 };

/** Returns the rows of a label: `E1–E6` stands for six. */
function spread(label: string): string[] {
  const [, letter = '', from = '', to = from] = /^([A-Z])(\d+)(?:–[A-Z](\d+))?$/.exec(label) ?? [];
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, at) => `${letter}${Number(from) + at}`);
}

describe('the table of security', () => {
  it('has a row for every threat', () => {
    const threats = Object.entries(THREATS).flatMap(([letter, last]) =>
      spread(`${letter}1–${letter}${last}`),
    );
    expect(rows.flatMap(([label]) => spread(label))).toEqual(threats);
  });

  it.each(rows)('%s names tests that exist', (label, line) => {
    const named = [...line.matchAll(/`((?:test|scripts)\/[\w/.-]+)` “([^”]+)”/g)];
    expect(named).not.toEqual([]);
    for (const [, file = '', title = ''] of named) {
      const place = new URL(file, root);
      expect(fs.existsSync(place), file).toBe(true);
      const code = fs.readFileSync(place, 'utf8');
      expect(code.includes(title), `${file}: ${title}`).toBe(true);
      const isNumbered = !file.startsWith('test/') || numbered(label).test(code);
      expect(isNumbered, `${file} names the row`).toBe(true);
    }
  });
});

/** Matches a test title that names the row, alone or among others. */
function numbered(label: string): RegExp {
  return new RegExp(`\\b(?:${[label, ...spread(label)].join('|')})\\b`);
}
