/** What a spreadsheet would run as a formula, or take our own mark for. */
const RISKY = /^[=+\-@\t\r']/;
/** A whole number that every spreadsheet writes back as it stood. */
const KEPT = /^(?:0|[1-9]\d{0,10})$/;
const NUMBER_OR_DATE = /^[\d\s.,:;/\\\-+eE%TZ()]*\d[\d\s.,:;/\\\-+eE%TZ()]*$/;
const WORDS = /^(?:true|false|prawda|fałsz|wahr|falsch|istina|laž|neistina)$/i;
/** An amount with a currency, of which a spreadsheet keeps the number alone. */
const MONEY =
  /^(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?\s*-?\d[\d\s.,]*\s*(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?$/iu;
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch|zec|ca)?|apr(?:il)?|may|maj(?:a)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|sty(?:czeń|cznia)?|lut(?:y|ego)?|kwi(?:ecień|etnia)?|cze(?:rwiec|rwca)?|lip(?:iec|ca)?|sie(?:rpień|rpnia)?|wrz(?:esień|eśnia)?|paź(?:dziernik|dziernika)?|lis(?:topad|topada)?|gru(?:dzień|dnia)?|sij(?:ečanj)?|velj(?:ača)?|ožu(?:jak)?|tra(?:vanj)?|svi(?:banj)?|lip(?:anj)?|srp(?:anj)?|kol(?:ovoz)?|ruj(?:an)?|stu(?:deni)?|pro(?:sinac)?';
/** A day and a month, with a year or a time or without: the whole cell, as a spreadsheet reads it. */
const DAY_AND_MONTH = new RegExp(
  `^\\d{1,4}[\\s./-]*(?:${MONTHS})\\.?(?:[\\s.,/-]*\\d{1,4})?(?:\\s+\\d{1,2}:\\d{2}.{0,8})?$`,
  'i',
);
const MONTH_AND_DAY = new RegExp(
  `^(?:${MONTHS})\\.?[\\s./-]*\\d{1,4}(?:[\\s,./-]+\\d{2,4})?(?:\\s+\\d{1,2}:\\d{2}.{0,8})?$`,
  'i',
);
/** What an earlier Cabinet guarded: a month beside a number anywhere in a cell. Its files are still imported. */
const FORMER_MONTH =
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

const LONGEST = 60;

function isDate(text: string): boolean {
  return DAY_AND_MONTH.test(text) || MONTH_AND_DAY.test(text);
}

function changesInSheet(text: string): boolean {
  if (text === '' || text.length > LONGEST) return false;
  if (text !== text.trim()) return true;
  return NUMBER_OR_DATE.test(text) || MONEY.test(text) || WORDS.test(text) || isDate(text);
}

/** The text that `guard` was given; any other text as it is. */
export function unguard(text: string): string {
  const bare = text.slice(1);
  return text.startsWith("'") && (guard(bare) === text || isFormer(bare)) ? bare : text;
}

function isFormer(text: string): boolean {
  return text.length <= LONGEST && FORMER_MONTH.test(text);
}

/**
 * Text for a cell that keeps its type, as in XLSX: only what `unguard` would take an apostrophe from
 * gets another one, since such a cell may also come from a CSV file that an office opened.
 */
export function guardTyped(text: string): string {
  return unguard(text) === text ? text : `'${text}`;
}
