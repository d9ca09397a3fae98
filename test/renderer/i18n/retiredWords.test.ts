import { describe, expect, it } from 'vitest';
import { resources } from '#contract/resources/registry.ts';
import { commands } from '#cli/commands.ts';
import { MENUS, TEXT_ITEMS } from '../../../src/main/menuItems.ts';
import { en, pl } from '../../../src/renderer/src/i18n/texts.ts';

type Texts = ReadonlyMap<string, string>;

/**
 * Words that no screen text uses any more, each with its replacement.
 *
 * `docs/copy-guide.md` explains the replacements.
 */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/\bservices?\b/i, 'server'],
  [/\bwhat(?:ever)? (?:waits|was|is|you|stands|comes|came)\b/i, 'the noun itself'],
  [/\bneeds? (?:you|me)\b/i, 'needs a decision'],
  [/\b(?:put|puts) back\b/i, 'restore'],
  [/\b(?:take|takes|taken|took) (?:away|back)\b/i, 'remove, undo'],
  [/\bsomeone else (?:changed|already|made)\b/i, 'on the server too'],
  [/\bqueue(?:d|ing|s)?\b/i, 'save, pending, outbox'],
  [/\brefuse[ds]?\b/i, 'reject'],
  [/\bmend(?:ed|s)?\b/i, 'correct'],
  [/\bforg[eo]t(?:ten)?\b/i, 'delete permanently'],
  [/\breadings?\b/i, 'loading, update'],
  [/\bremoval\b/i, 'deletion'],
  [/\bdrop (?:mine|my)\b/i, 'discard'],
  [/\bneeded to create\b/i, 'required'],
  [/\bput in order\b/i, 'format'],
  [/\bfixed after creation\b/i, 'read-only'],
  [/\bpictures?\b/i, 'image'],
  [/\bnot any more\b|\bno more there\b/i, 'no longer'],
  [/\bsaid (?:yes|no)\b|\ba yes\b/i, 'confirmed, rejected'],
];

const POLISH: readonly (readonly [RegExp, string])[] = [
  [/usłu[gd]/i, 'serwer'],
  [/wychodząc/i, 'Do wysłania'],
  [/czeka(?:ją)? na ciebie/i, 'wymaga decyzji'],
  [/porzu[ćc]/i, 'odrzuć'],
  [/uporządkuj/i, 'formatuj'],
  [/surowe/i, 'dane JSON'],
  [/przedtem/i, 'poprzednio'],
  [/kolejk|kolejce/i, 'zapisz, do wysłania'],
  [/stałe po utworzeniu/i, 'tylko do odczytu'],
  [/potrzebn[ea] do utworzenia/i, 'wymagane'],
  [/rozmow/i, 'połączenie'],
  [/zapomni/i, 'usuń trwale'],
  [/ktoś inny/i, 'na serwerze'],
  [/okładk/i, 'zdjęcie główne'],
  [/słow(?:o w słowo|ami programu|a usługi)/i, 'the noun itself'],
];

// What an input expects is worded by the core.
const ELSEWHERE = /^(?:sheets|records|problems|outbox\.refused)\.expected\./;

function flat(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[path + key, value]];
    return typeof value === 'object' && value !== null ? flat(value, `${path}${key}.`) : [];
  });
}

function labels(language: 'en' | 'pl'): [string, string][] {
  return resources.flatMap((resource) => {
    const { label, singular, groups, fields } = resource;
    const named = Object.entries(fields).flatMap(([name, field]) => [
      [`${resource.kind}.${name}`, field.label[language]],
      [`${resource.kind}.${name} (note)`, field.note?.[language] ?? ''],
    ]);
    return [
      [resource.kind, `${label[language]} ${singular[language]}`],
      ...Object.entries(groups).map(([name, group]) => [
        `${resource.kind}/${name}`,
        group[language],
      ]),
      ...named,
    ].map(([key = '', text = '']): [string, string] => [key, text]);
  });
}

function menu(language: 'en' | 'pl'): [string, string][] {
  const items = MENUS.filter(({ mac }) => mac !== true).flatMap(({ items }) => items);
  const named = [...items, ...Object.values(TEXT_ITEMS)].filter((item) => item !== 'line');
  return named.map(({ words }) => [`menu ${words.en}`, words[language]]);
}

// Words that scripts type, such as names of rules and actions, stay as they are.
const TYPED = /no-picture|\(forget\)/g;
const terminal = commands.flatMap(({ usage, about, options = [] }): [string, string][] =>
  [{ flags: '', about }, ...options].map((each) => [
    `${usage} ${each.flags}`.trim(),
    each.about.replaceAll(TYPED, ''),
  ]),
);

function found(texts: Texts, words: typeof ENGLISH): readonly string[] {
  return [...texts]
    .filter(([key]) => !ELSEWHERE.test(key))
    .flatMap(([key, text]) =>
      words
        .filter(([word]) => word.test(text))
        .map(([word, better]) => `${key}: “${word.exec(text)?.[0] ?? ''}”, better “${better}”`),
    );
}

describe('no screen text uses a retired word', () => {
  it('in English', () => {
    const texts = new Map([...flat(en), ...labels('en'), ...menu('en'), ...terminal]);
    expect(texts.size).toBeGreaterThan(1000);
    expect(found(texts, ENGLISH)).toEqual([]);
  });
  it('in Polish', () => {
    const texts = new Map([...flat(pl), ...labels('pl'), ...menu('pl')]);
    expect(texts.size).toBeGreaterThan(1000);
    expect(found(texts, POLISH)).toEqual([]);
  });
  it('and the check names the key and the word', () => {
    const wrong = new Map([['outbox.title', 'What waits for the service']]);
    expect(found(wrong, ENGLISH)).toEqual([
      'outbox.title: “service”, better “server”',
      'outbox.title: “What waits”, better “the noun itself”',
    ]);
  });
});
