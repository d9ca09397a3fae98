import { isRuleList } from './refusalFaults.ts';

/** What words say of a field: it must be filled, or its value is not accepted. */
export type RuleWord = 'required' | 'restricted';

/** A rule that a text states of a named field; `values` are those that it lists. */
export interface NamedRule {
  readonly name: string;
  readonly says: RuleWord;
  readonly values: readonly string[] | null;
}

/** Words about one value or one user, which are no rule for other records. */
const NO_RULE =
  /\b(?:already|exists?|duplicate\w*|taken|in use|unique|unauthori[sz]ed|forbidden|permissions?|expired|not found|token)\b|zajęt|istniej|duplikat|uprawnie|unikaln|nie znaleziono/iu;

const EMPTY = String.raw`(?:empty|blank|null|undefined|missing|omitted)`;
const IS_REQUIRED = [
  String.raw`(?:(?:is|are|was|were)\s+)?(?:an?\s+)?(?:required|missing|mandatory|needed)`,
  String.raw`(?:cannot|can\s?not|can['’]t|must not|mustn['’]t|should not|shouldn['’]t|may not|is not allowed to)\s+be\s+${EMPTY}`,
  String.raw`(?:must|should|has to|needs to)\s+be\s+(?:provided|given|set|filled|specified|present|non-?empty)`,
  String.raw`(?:(?:jest|są)\s+)?(?:wymagan|obowiązkow)\p{L}*`,
  String.raw`nie (?:może|mogą) być\s+(?:pust|pominięt)\p{L}*`,
  String.raw`(?:musi|muszą) być\s+(?:podan|wypełnion|ustawion)\p{L}*`,
].join('|');
const IS_RESTRICTED = [
  String.raw`(?:must|should|has to|needs to|may only|can only)\b`,
  String.raw`(?:is|has|are)\s+(?:an?\s+)?(?:not valid|invalid|not allowed|not one of|illegal|unsupported)`,
  String.raw`(?:musi|muszą|powinn\p{L}*|może (?:być|mieć) tylko)`,
  String.raw`(?:(?:jest|ma)\s+)?(?:niepoprawn|nieprawidłow|niedozwolon)\p{L}*`,
].join('|');
const ASKS_FOR = [
  String.raw`(?:missing|required|mandatory|requires?|provide|specify|enter)`,
  String.raw`(?:brak|brakuje|wymagan\p{L}*|obowiązkow\p{L}*|podaj|uzupełnij)`,
].join('|');
const REFUSES = [
  String.raw`(?:invalid|illegal|unknown|unsupported|bad)(?: enum)?(?: value| option)?(?: for| of)?`,
  String.raw`enum value for`,
  String.raw`at(?= path)`,
  String.raw`(?:nieprawidłow|niepoprawn|niedozwolon)\p{L}*(?: wartość)?`,
].join('|');
const NOUN = String.raw`(?:(?:required|the|an?|fields?|property|properties|parameters?|values?|keys?|path|argument|attribute|pole|pola|pól|wartość|wartości|parametru?|atrybutu?|jest|są)\s*:?\s+)`;
const NOUN_AFTER = String.raw`(?:\s+(?:field|property|value|parameter))?`;

/** Words that say of a named field that it must be filled. */
const SAYS_REQUIRED = new RegExp(
  String.raw`\b(?:required|mandatory|missing|received (?:undefined|null))\b|(?:not|n['’]t) (?:allowed to )?be ${EMPTY}|must be (?:provided|given|set|filled|specified|present)|non-?empty|wymagan|obowiązkow|nie (?:może|mogą) być pust|\bbrak|uzupełnij`,
  'iu',
);

/** Returns what the words say of a field that the answer names as data; null for no rule. */
export function ruleOfField(
  words: string,
): { readonly says: RuleWord; readonly values: readonly string[] | null } | null {
  if (NO_RULE.test(words)) return null;
  return SAYS_REQUIRED.test(words)
    ? { says: 'required', values: null }
    : { says: 'restricted', values: listIn(words) };
}

/**
 * Returns the rules that a text states of known names.
 *
 * A name counts only beside the words of a rule: `name is required` does, `no record of that name`
 * does not.
 */
export function rulesInText(text: string, names: readonly string[]): readonly NamedRule[] {
  if (names.length === 0 || NO_RULE.test(text)) return [];
  const told = text.replaceAll(/\b(?:body|data)[./](?=\p{L})/gu, '');
  const byText = new Map(names.map((name) => [name.toLowerCase(), name]));
  const { required, restricted } = patternsOf(names);
  const found = new Map<string, NamedRule>();
  const note = (list: string, says: RuleWord, values: readonly string[] | null) => {
    for (const [each] of list.matchAll(namePattern(names))) {
      const name = byText.get(bare(each).toLowerCase());
      if (name !== undefined && !found.has(name)) found.set(name, { name, says, values });
    }
  };
  for (const { groups } of told.matchAll(required))
    note(groups?.['before'] ?? groups?.['after'] ?? '', 'required', null);
  for (const match of told.matchAll(restricted)) {
    const { groups } = match;
    const rest = told.slice(match.index + match[0].length - (groups?.['verb']?.length ?? 0));
    note(groups?.['before'] ?? groups?.['after'] ?? '', 'restricted', listIn(rest));
  }
  return [...found.values()];
}

const QUOTES = String.raw`["'\x60„”“‘’«»]`;

function bare(name: string): string {
  return name.replaceAll(new RegExp(QUOTES, 'gu'), '');
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

/** Returns the source of a pattern for one known name, longest first. */
function oneOf(names: readonly string[]): string {
  const all = names.toSorted((a, b) => b.length - a.length).map(escaped);
  return String.raw`(?<![\p{L}\p{N}_.$-])${QUOTES}?(?:${all.join('|')})${QUOTES}?(?![\p{L}\p{N}_$-]|\.\p{L})`;
}

function namePattern(names: readonly string[]): RegExp {
  return new RegExp(oneOf(names), 'giu');
}

function patternsOf(names: readonly string[]) {
  const list = String.raw`${oneOf(names)}(?:\s*(?:,|\band\b|\boraz\b|\bi\b|&)\s*${oneOf(names)})*`;
  const after = (verbs: string) => String.raw`(?:${verbs})\s*:?\s*${NOUN}{0,3}(?<after>${list})`;
  const before = (verbs: string) =>
    String.raw`(?<before>${list})${NOUN_AFTER}\s*:?\s+(?<verb>${verbs})`;
  const both = (said: string, asked: string) =>
    new RegExp(`${before(said)}|${after(asked)}`, 'giu');
  return { required: both(IS_REQUIRED, ASKS_FOR), restricted: both(IS_RESTRICTED, REFUSES) };
}

const LIST =
  /(?:one of|any of|values?(?: are| is)?|expected|option:?|jedn\p{L}+ z|wartości(?: to)?)(?!\p{L})\s*(?:the following(?: values)?\s*)?(?::\s*)?(?<list>[^;\s][^;\n]*)/iu;

/** Returns the values that the words list as accepted; null without a readable list. */
export function listIn(words: string): readonly string[] | null {
  const said = lastList(words);
  if (said === null) return null;
  const [list = ''] = said.split(/,? (?:but )?(?:received|got|instead)\b|\.(?:\s|$)/iu);
  const items = list
    .replaceAll(/[[\](){}]/g, '')
    .split(/\s*(?:,|\||\bor\b|\band\b|\blub\b|\balbo\b)\s*/u)
    .filter((item) => item !== '');
  const values = items.map((item) => bare(item).trim());
  const isProse = items.some((item, at) => /\s/.test(values[at] ?? '') && item === values[at]);
  const isList = values.length > 0 && !isProse && isRuleList(values);
  return isList && values.every((each) => each !== '') ? values : null;
}

/** Returns the text behind the last words that introduce a list: `one of the following values: …`. */
function lastList(words: string): string | null {
  let [rest, found]: [string, string | null] = [words, null];
  for (let match = LIST.exec(rest); match !== null; match = LIST.exec(rest)) {
    found = match.groups?.['list'] ?? null;
    if (found === null) break;
    rest = found;
  }
  return found;
}
