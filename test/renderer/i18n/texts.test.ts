import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en, pl } from '../../../src/renderer/src/i18n/texts.ts';

type Tree = { readonly [key: string]: string | Tree };

function flat(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[path + key, value] as const]
        : [...flat(value, `${path}${key}.`)],
    ),
  );
}

const PLURAL = /_(one|few|many|other)$/;
const bases = (texts: ReadonlyMap<string, string>) =>
  new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')));
const holes = (text: string) =>
  new Set([...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1] ?? ''));

/**
 * Returns a function that tests whether the window's source uses a key.
 *
 * A key may stand there whole, or with an inserted part.
 */
function asked(): (key: string) => boolean {
  const root = path.join(import.meta.dirname, '../../../src/renderer/src');
  const source = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const whole = new Set([...source.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key));
  const made = [...source.matchAll(/`(\w+\.(?:[\w.-]|\$\{[^}]+\})+)`/g)].map(
    ([, key = '']) => new RegExp(`^${key.replaceAll(/\$\{[^}]+\}/g, '[^.]+')}$`),
  );
  return (key) => whole.has(key) || made.some((form) => form.test(key));
}

const english = flat(en);
const polish = flat(pl);

/** Texts that name options and words of the terminal. */
const OF_TERMINAL = new Set(['expected.oneSide', 'expected.mineOrTheirs']);

describe('the texts', () => {
  it('say the same things in both languages', () => {
    expect([...bases(polish)].sort()).toEqual([...bases(english)].sort());
  });

  it('have every plural form of their language', () => {
    const missing = (texts: ReadonlyMap<string, string>, forms: readonly string[]) =>
      [...texts.keys()]
        .filter((key) => PLURAL.test(key))
        .map((key) => key.replace(PLURAL, ''))
        .flatMap((base) => forms.map((form) => `${base}_${form}`))
        .filter((key) => !texts.has(key));
    expect(missing(english, ['one', 'other'])).toEqual([]);
    expect(missing(polish, ['one', 'few', 'many', 'other'])).toEqual([]);
  });

  it('fill the same holes in both languages', () => {
    for (const [key, text] of english) {
      const other = polish.get(key);
      // A text for one may write "one" as a word, without its placeholder. The required type is
      // named in English alone.
      if (other !== undefined && !key.endsWith('_one') && key !== 'expected.required')
        expect([key, ...holes(other)].sort()).toEqual([key, ...holes(text)].sort());
    }
  });

  it('are all asked for by the window', () => {
    const isAsked = asked();
    expect([...bases(english)].filter((key) => !isAsked(key.replace(/_zero$/, '')))).toEqual([]);
  });

  it('keep a unit on the line of its number', () => {
    for (const [key, text] of [...english, ...polish])
      expect(text, key).not.toMatch(/\}\} (?:mm|ms|s|MB)(?!\p{L})/u);
  });

  it('never speak in words that blame or say nothing', () => {
    for (const [key, text] of [...english, ...polish].filter(([key]) => !OF_TERMINAL.has(key)))
      expect(text, key).not.toMatch(
        /\bfailed\b|something went wrong|\bours\b|\btheirs\b|coś poszło/i,
      );
  });

  it('name a screen as it is named where one goes to it', () => {
    for (const texts of [english, polish]) {
      const named = [...texts].filter(([key]) =>
        /^outbox\.(conflict\.goneMeaning|same\.without)/.test(key),
      );
      expect(named.length).toBeGreaterThan(2);
      for (const [key, text] of named)
        expect(text, key).toContain(texts.get('frame.screens.activity'));
    }
  });

  it('call what a person let go of otherwise than what the service refused', () => {
    const [discarded, refused] = ['discarded', 'refused'].map(
      (state) => polish.get(`common.statesShort.${state}`) ?? '',
    );
    expect(polish.get('outbox.why.discarded')).toContain(discarded);
    expect(polish.get('outbox.why.discarded')).not.toContain(refused);
    for (const key of ['files.dialog.cancel', 'files.tray.cancel'])
      expect(polish.get(key), key).toMatch(/odrzuć$/i);
  });

  it('call one deed by one word, and two by two', () => {
    const again = ['outbox.conflict.createAgain', 'outbox.same.mine.gone', 'past.again.action'];
    const sending = ['common.actions.retry', 'outbox.actions.retry'];
    const saved = ['outbox.activity.results.queued', 'sheets.queued', 'common.actions.save'];
    for (const key of saved) expect(polish.get(key), key).toMatch(/^Zapis/);
    for (const texts of [english, polish]) {
      expect(new Set(again.map((key) => texts.get(key))).size).toBe(1);
      expect(new Set(sending.map((key) => texts.get(key))).size).toBe(1);
      expect(texts.get('common.actions.redo')).not.toBe(texts.get('common.actions.retry'));
    }
  });

  it('let no word agree with a name that may be of any gender', () => {
    const notes = [...polish].filter(
      ([key, text]) => key.startsWith('past.again.notes.') && text.startsWith('{{field}}'),
    );
    expect(notes.length).toBeGreaterThan(5);
    for (const [key, text] of notes) expect(text, key).toMatch(/^\{\{field\}\}(?::| to pole)/);
    // The kind after these words may be a material, a fitting or an edge band, with different
    // genders.
    for (const key of ['plan.add', 'plan.use'])
      expect(polish.get(key), key).not.toMatch(/^\p{L}+[ey]: /u);
  });
});
