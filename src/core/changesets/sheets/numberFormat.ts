/** The display form of a number, as far as it changes the cell's meaning. */
export type NumberForm =
  | { readonly is: 'plain' }
  | { readonly is: 'percent' }
  | { readonly is: 'date' }
  | { readonly is: 'time' }
  /** Shown as a code, such as `PL-0417` for 417; `shownCode` returns the text. */
  | { readonly is: 'code'; readonly sections: readonly (readonly Token[])[] };

export const PLAIN: NumberForm = { is: 'plain' };

type Token =
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'digit'; readonly mark: '0' | '#' | '?' }
  /** The number as it is, or the text of a text cell. */
  | { readonly is: 'whole' }
  | { readonly is: 'text' }
  /** A fraction, grouped thousands, a power of ten, or a condition; codes have none of these. */
  | { readonly is: 'amount' };

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 46, 47]);
/** Elapsed hours, minutes or seconds. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Only days and months with their separators. */
const DAY_AND_MONTH = /^[\s.,/-]*[dm][dm\s.,/-]*$/i;
/** Excel accepts no longer format. */
const LONGEST_CODE = 255;
/** Excel accepts no longer text in a cell; a format may repeat the text. */
const LONGEST_TEXT = 32_767;
/** Units and currencies around an amount: `18 mm` is shown for 18. */
const UNIT =
  /^(?:mm|cm|dm|m|m2|m²|m3|m³|mb|km|g|dag|kg|t|l|ml|szt\.?|kpl\.?|op\.?|pcs\.?|kom\.?|%|°|°c|zł|pln|eur|usd|gbp|chf|czk|hrk|kn|\p{Sc})$/iu;

/** Reads a number format by its id and its custom code. */
export function formOf(id: number, code: string | undefined): NumberForm {
  if (id === 9 || id === 10) return { is: 'percent' };
  if (BUILT_IN_DATES.has(id)) return { is: 'date' };
  if (BUILT_IN_TIMES.has(id)) return { is: 'time' };
  const cut = (code ?? '').slice(0, LONGEST_CODE);
  // Quoted words, colours and locales do not affect the number.
  const bare = cut.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|General/gi, '');
  if (bare.includes('%')) return { is: 'percent' };
  if (/y/i.test(bare) || DAY_AND_MONTH.test(bare)) return { is: 'date' };
  if (ELAPSED.test(cut) || /h|m:s/i.test(bare)) return { is: 'time' };
  const sections = sectionsOf(cut);
  return sections.some(isCode) ? { is: 'code', sections } : PLAIN;
}

const TOKEN = /"([^"]*)"?|\\(.)|\[([^\]]*)\]?|_.|\*.|(General)|([0#?])|(@)|([.,/]|E[+-])|(.)/gis;

function sectionsOf(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]];
  for (const match of code.matchAll(TOKEN)) {
    const [, quoted, escaped, bracket, general, digit, text, amount, other] = match;
    const last = sections.at(-1);
    if (other === ';') sections.push([]);
    else if (quoted !== undefined) last?.push({ is: 'literal', text: quoted });
    else if (escaped !== undefined) last?.push({ is: 'literal', text: escaped });
    else if (bracket !== undefined) last?.push(...bracketTokens(bracket));
    else if (general !== undefined) last?.push({ is: 'whole' });
    else if (digit === '0' || digit === '#' || digit === '?')
      last?.push({ is: 'digit', mark: digit });
    else if (text !== undefined) last?.push({ is: 'text' });
    else if (amount !== undefined) last?.push({ is: 'amount' });
    else if (other !== undefined) last?.push({ is: 'literal', text: other });
  }
  return sections;
}

// `[$zł-415]` is a currency, `[Red]` a colour, `[>=100]` a condition that is not evaluated here.
function bracketTokens(inner: string): Token[] {
  if (/^[<>=]/.test(inner)) return [{ is: 'amount' }];
  const currency = /^\$([^-]*)/.exec(inner)?.[1] ?? '';
  return currency === '' ? [] : [{ is: 'literal', text: currency }];
}

/** Returns whether a section adds letters, signs or zeros of a code. */
function isCode(tokens: readonly Token[]): boolean {
  if (tokens.some(({ is }) => is === 'amount')) return false;
  const first = tokens.findIndex(isPlace);
  if (first === -1) return false;
  const last = tokens.findLastIndex(isPlace);
  const before = literalOf(tokens.slice(0, first)).trim();
  const inside = literalOf(tokens.slice(first, last + 1)).trim();
  const behind = literalOf(tokens.slice(last + 1)).trim();
  const zeros = tokens.filter((token) => token.is === 'digit' && token.mark === '0').length;
  const isAffix = (text: string) => text !== '' && !UNIT.test(text) && !/^[()+-]$/.test(text);
  return zeros > 1 || inside !== '' || isAffix(before) || isAffix(behind);
}

function isPlace({ is }: Token): boolean {
  return is === 'digit' || is === 'whole' || is === 'text';
}

function literalOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.is === 'literal' ? token.text : '')).join('');
}

/**
 * Returns the text shown for a number in a code format.
 *
 * Returns null when the format shows an amount.
 */
export function shownCode(form: NumberForm, raw: string): string | null {
  const value = Number(raw);
  if (form.is !== 'code' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return null;
  // The fourth section, or one with `@`, applies to texts.
  const [first = [], second, third] = form.sections.filter((tokens) => !isOfText(tokens));
  const own = value < 0 && second !== undefined;
  const zero = value === 0 && third !== undefined;
  const tokens = own ? second : zero ? third : first;
  if (!isCode(tokens)) return null;
  const sign = value < 0 && !own ? '-' : '';
  return sign + filled(tokens, Math.abs(value)).trim();
}

function isOfText(tokens: readonly Token[]): boolean {
  return tokens.some(({ is }) => is === 'text');
}

/** Fills the digit places from the right; the first place takes the remaining digits. */
function filled(tokens: readonly Token[], value: number): string {
  if (tokens.some(({ is }) => is === 'whole'))
    return tokens.map((token) => (token.is === 'literal' ? token.text : String(value))).join('');
  const digits = String(Math.round(value)).replace(/^0$/, '');
  const first = tokens.findIndex(({ is }) => is === 'digit');
  let left = digits.length;
  let text = '';
  for (const [at, token] of [...tokens.entries()].toReversed()) {
    if (token.is === 'literal') text = token.text + text;
    if (token.is !== 'digit') continue;
    const from = at === first ? 0 : Math.max(0, left - 1);
    const taken = digits.slice(from, left);
    left = from;
    text = (taken === '' ? EMPTY_PLACE[token.mark] : taken) + text;
  }
  return text;
}

const EMPTY_PLACE = { '0': '0', '#': '', '?': ' ' } as const;

/** Returns the text shown for a text in a format such as `"PL-"@`. */
export function shownText(form: NumberForm, text: string): string {
  if (form.is !== 'code' || text === '' || text.length > LONGEST_TEXT) return text;
  const section = form.sections.find(isOfText);
  if (section === undefined) return text;
  return section
    .map((token) => (token.is === 'text' ? text : token.is === 'literal' ? token.text : ''))
    .join('');
}
