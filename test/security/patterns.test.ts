import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script, createContext } from 'node:vm';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '#contract/decimal.ts';
import { readNumber, readTyped, twoReadings } from '#contract/numbers.ts';
import { isSheetError, isShortened, nearForm } from '#contract/visibleText.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { fixOf } from '#core/catalogue/problems/fixes.ts';
import { matchColumns } from '#core/changesets/sheets/columns.ts';
import { guard, unguard } from '#core/changesets/sheets/guard.ts';
import { MarkFinder } from '#core/changesets/sheets/numbers.ts';
import { identify } from '#formats/identify.ts';
import { attacksOn } from './attacks.ts';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
/**
 * Models are read in a thread that can be ended. The files directly in `formats` check each file in
 * the writer.
 */
const ROOMS = ['contract', 'formats/*.ts', 'core', 'serve', 'main', 'cli'];

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Returns every regular expression of the folders that read untrusted input. */
function patterns(rooms: readonly string[]): Pattern[] {
  const found: Pattern[] = [];
  for (const room of rooms)
    for (const file of fs.globSync(room.endsWith('.ts') ? room : `${room}/**/*.ts`, {
      cwd: SOURCES,
    })) {
      const place = path.join(SOURCES, file);
      const { program } = parseSync(place, fs.readFileSync(place, 'utf8'), { lang: 'ts' });
      new Visitor({
        Literal: (node) => {
          if (!('regex' in node)) return;
          const { pattern, flags } = node.regex;
          found.push({ file, source: pattern, flags });
        },
      }).visit(program);
    }
  return found;
}

const LENGTH = 3000;
const COMMON = ['a', '0', ' ', '\t', '.', '/', '"', '\\"', 'a ', '0.', '0,', '<', '('];

/**
 * Returns long texts made of the pattern's own characters, each with an end that matches nothing.
 */
function attacks(source: string): string[] {
  const letters = source.match(/[\p{L}\p{N}\s"'<>{}[\]().,;:/|#&%@=_!~-]/gu) ?? [];
  const words = (source.match(/[A-Za-z<][\w<! ]{2,}/g) ?? []).slice(0, 4);
  const pieces = new Set([...letters.slice(0, 40), ...words, ...COMMON]);
  const starts = ['', '"', '0', ...words.slice(0, 2)];
  return [...pieces].flatMap((piece) =>
    starts.map((start) => `${start}${piece.repeat(Math.ceil(LENGTH / piece.length))}\u0001`),
  );
}

const context = createContext({});
const test = new Script('pattern.test(text)');

/** Thousands of texts are tried. */
const LONG_TEST = { timeout: 120_000 };

/** Most milliseconds for a match: a pattern with cubic growth needs minutes. */
const MOST_MS = 1000;

describe('R10: a pattern of ours', () => {
  const all = patterns(ROOMS);

  it('is found by this test', () => {
    expect(all.length).toBeGreaterThan(150);
  });

  it('never takes a time that grows with more than the square of a text', LONG_TEST, () => {
    const slow: string[] = [];
    for (const { file, source, flags } of all)
      for (const text of [...attacks(source), ...attacksOn(source, flags, LENGTH)]) {
        Object.assign(context, { pattern: new RegExp(source, flags), text });
        try {
          test.runInContext(context, { timeout: MOST_MS });
        } catch {
          slow.push(`${file} /${source}/ ${text.slice(0, 20)}…`);
          break;
        }
      }
    expect(slow).toEqual([]);
  });
});

/** Letters of a text; a pattern whose time grows with the square needs a second or more. */
const LONG = 30_000;
const MOST_MS_OF_LONG = 100;

it('R10: a pattern of the readers takes a time that grows with the text', LONG_TEST, () => {
  const all = patterns(['formats']);
  expect(all.length).toBeGreaterThan(120);
  const isSlow = ({ source, flags }: Pattern, text: string) => {
    Object.assign(context, { pattern: new RegExp(source, flags), text });
    try {
      test.runInContext(context, { timeout: MOST_MS_OF_LONG });
      return false;
    } catch {
      return true;
    }
  };
  const slow = all.flatMap((pattern) => {
    const texts = attacksOn(pattern.source, pattern.flags, LONG);
    // A busy machine may delay one match, but not three.
    const found = texts.find((text) => [1, 2, 3].every(() => isSlow(pattern, text)));
    return found === undefined
      ? []
      : [`${pattern.file} /${pattern.source}/ ${found.slice(0, 20)}…`];
  });
  expect(slow).toEqual([]);
});

describe("R10: a stranger's value of any length", () => {
  const fittings = resourceOf('fittings');
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    'as a decimal': parseDecimal,
    'as a cell': (text) => unguard(guard(text)),
    'as a number': (text) => [
      readNumber(text, ','),
      readTyped(text, '.', 'money'),
      twoReadings(text, '.'),
      new MarkFinder().add(text),
    ],
    'as a code': (text) => [nearForm(text), isSheetError(text), isShortened(text)],
    'as a file': (text) => identify(Buffer.from(text)),
    'as a heading': (text) => matchColumns(fittings, [text]),
    'as a value to be mended': (text) =>
      fixOf(
        { resource: fittings, record: { stock: text } },
        { rule: 'wrong-type', field: 'stock' },
        { copyOf: () => null } as never,
      ),
  };

  it.each(Object.keys(readers))('is read %s at once', (name) => {
    for (const piece of ['0', ' ', '\t', '(', '0.', '1 ', '"', 'a', '[', '00,']) {
      const text = `1${piece.repeat(200_000 / piece.length)}x`;
      const start = performance.now();
      readers[name]?.(text);
      expect(performance.now() - start, JSON.stringify(piece)).toBeLessThan(1000);
    }
  });
});
