/** What a spreadsheet would run as a formula, or take our own mark for. */
const RISKY = /^[=+\-@\t\r']/;
/** A whole number that every spreadsheet writes back as it stood. */
const KEPT = /^(?:0|[1-9]\d{0,10})$/;
const NUMBER_OR_DATE = /^[\d\s.,:;/\\\-+eE%TZ()]*\d[\d\s.,:;/\\\-+eE%TZ()]*$/;
const WORDS = /^(?:true|false|prawda|fałsz|wahr|falsch|istina|laž|neistina)$/i;
/** An amount with a currency, of which a spreadsheet keeps the number alone. */
const MONEY =
  /^(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?\s*-?\d[\d\s.,]*\s*(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?$/iu;
const MONTH =
  /(?:^|[^a-ząćęłńóśźż])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)[a-ząćęłńóśźż]*[\s./-]*\d|\d[\s./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)/i;

/**
 * Text for a cell of a CSV file. What a spreadsheet would run, or would quietly turn into a number, a
 * date or a truth value (`00417`, `1E5`, `=A1`), gets an apostrophe in front, which `unguard` takes away.
 */
export function guard(text: string): string {
  if (RISKY.test(text)) return `'${text}`;
  if (KEPT.test(text)) return text;
  return changesInSheet(text) ? `'${text}` : text;
}

function changesInSheet(text: string): boolean {
  if (text === '' || text.length > 60) return false;
  if (text !== text.trim()) return true;
  return NUMBER_OR_DATE.test(text) || MONEY.test(text) || WORDS.test(text) || MONTH.test(text);
}

/** The text that `guard` was given; any other text as it is. */
export function unguard(text: string): string {
  const bare = text.slice(1);
  return text.startsWith("'") && guard(bare) === text ? bare : text;
}

/**
 * Text for a cell that keeps its type, as in XLSX: only what `unguard` would take an apostrophe from
 * gets another one, since such a cell may also come from a CSV file that an office opened.
 */
export function guardTyped(text: string): string {
  return unguard(text) === text ? text : `'${text}`;
}
