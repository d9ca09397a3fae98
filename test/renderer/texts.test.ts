import { describe, expect, it } from 'vitest';
import { en, pl } from '../../src/renderer/src/i18n/texts.ts';

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

const english = flat(en);
const polish = flat(pl);

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
      // A form for one may say "one" in words.
      if (other !== undefined && !key.endsWith('_one'))
        expect([key, ...holes(other)].sort()).toEqual([key, ...holes(text)].sort());
    }
  });

  it('never speak in words that blame or say nothing', () => {
    for (const [key, text] of [...english, ...polish])
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
  });
});
