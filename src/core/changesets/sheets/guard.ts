/**
 * Starts of text that a spreadsheet runs as a formula, or that look like our guard.
 *
 * Some programs drop spaces and invisible characters before the first sign.
 */
const RISKY = /^(?:[\t\r\n']|[\p{Z}\p{Cf}]*[=+\-@＝＋－＠])/u;
/**
 * A formula behind a separator or a line break inside a cell.
 *
 * A program that splits the file at another separator sees a cell of its own there, even in quotes.
 * A plus or minus alone begins a number, such as in `[1,-2]`; a formula that does harm has a
 * bracket, a bar or an exclamation mark before the same separator or the line ends.
 */
const INNER_RISKY =
  /([,;|\t\r\n])[\p{Zs}\p{Cf}]*(?='*(?:[=@＝＠]|[+\-＋－](?:(?!\1)[^\r\n])*?[(|!]))/gu;
const INNER_GUARDED =
  /(([,;|\t\r\n])[\p{Zs}\p{Cf}]*)'(?='*(?:[=@＝＠]|[+\-＋－](?:(?!\2)[^\r\n])*?[(|!]))/gu;
/**
 * Text guarded by earlier versions: they missed a formula behind the mark of another one, and one
 * whose mark stands behind a tab, a comma or a semicolon. Their files can still be imported.
 */
const FORMER_RISKY = /([,;|\t\r\n][\p{Zs}\p{Cf}]*)('*(?:[=@＝＠]|[+\-＋－][^,;\t\r\n]*[(|!]))/gu;
const FORMER_GUARDED = /([,;|\t\r\n][\p{Zs}\p{Cf}]*)'('*(?:[=@＝＠]|[+\-＋－][^,;\t\r\n]*[(|!]))/gu;
/** A whole number that every spreadsheet writes back unchanged. */
const KEPT = /^(?:0|[1-9]\d{0,10})$/;
const NUMBER_OR_DATE = /^[\d\s.,:;/\\\-+eE%TZ()]*\d[\d\s.,:;/\\\-+eE%TZ()]*$/;
const WORDS = /^(?:true|false|prawda|fałsz|wahr|falsch|istina|laž|neistina)$/i;
/** An amount with a currency; a spreadsheet keeps only the number. */
const MONEY =
  /^(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?\s*-?\d[\d\s.,]*\s*(?:zł|pln|eur|usd|kn|hrk|\p{Sc})?$/iu;
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch|zec|ca)?|apr(?:il)?|may|maj(?:a)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|sty(?:czeń|cznia)?|lut(?:y|ego)?|kwi(?:ecień|etnia)?|cze(?:rwiec|rwca)?|lip(?:iec|ca)?|sie(?:rpień|rpnia)?|wrz(?:esień|eśnia)?|paź(?:dziernik|dziernika)?|lis(?:topad|topada)?|gru(?:dzień|dnia)?|sij(?:ečanj)?|velj(?:ača)?|ožu(?:jak)?|tra(?:vanj)?|svi(?:banj)?|lip(?:anj)?|srp(?:anj)?|kol(?:ovoz)?|ruj(?:an)?|stu(?:deni)?|pro(?:sinac)?';
/**
 * A day and a month, optionally with a year or a time; the whole cell, as a spreadsheet reads it.
 */
const DAY_AND_MONTH = new RegExp(
  `^\\d{1,4}[\\s./-]*(?:${MONTHS})\\.?(?:[\\s.,/-]*\\d{1,4})?(?:\\s+\\d{1,2}:\\d{2}.{0,8})?$`,
  'i',
);
const MONTH_AND_DAY = new RegExp(
  `^(?:${MONTHS})\\.?[\\s./-]*\\d{1,4}(?:[\\s,./-]+\\d{2,4})?(?:\\s+\\d{1,2}:\\d{2}.{0,8})?$`,
  'i',
);
/**
 * Text guarded by earlier versions: a month beside a number anywhere in a cell. Their files can
 * still be imported.
 */
const FORMER_MONTH =
  /(?:^|[^a-ząćęłńóśźż])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)[a-ząćęłńóśźż]*[\s./-]*\d|\d[\s./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru)/i;

/**
 * Returns the text of a CSV cell, guarded where needed.
 *
 * A spreadsheet would run some text as a formula, or convert it to a number, a date or a truth
 * value (`00417`, `1E5`, `=A1`). Such text gets a leading apostrophe, which `unguard` removes.
 */
export function guard(text: string): string {
  return guardStart(text, text.replace(INNER_RISKY, "$&'"));
}

/** Guards the start of a text whose inner formulas are guarded already. */
function guardStart(text: string, inside: string): string {
  if (RISKY.test(text)) return `'${inside}`;
  if (KEPT.test(text)) return text;
  return changesInSheet(text) ? `'${inside}` : inside;
}

/** Guards only text that would run as a formula, such as a heading. */
export function guardFormula(text: string): string {
  return RISKY.test(text) || text.search(INNER_RISKY) !== -1 ? guard(text) : text;
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

/** Removes the apostrophes of `guard`; returns other text unchanged. */
export function unguard(text: string): string {
  const bare = text.startsWith("'") ? text.slice(1) : text;
  const inside = bare.replace(INNER_GUARDED, '$1');
  const former = bare.replace(FORMER_GUARDED, '$1$2');
  // The earliest versions guarded only the start of a text.
  for (const each of [inside, former, bare])
    if (each !== text && isGuardOf(each, text)) return each;
  return text.startsWith("'") && isFormer(bare) ? bare : text;
}

function isGuardOf(bare: string, text: string): boolean {
  const former = guardStart(bare, bare.replace(FORMER_RISKY, "$1'$2"));
  return guard(bare) === text || former === text || (RISKY.test(bare) && `'${bare}` === text);
}

function isFormer(text: string): boolean {
  return text.length <= LONGEST && FORMER_MONTH.test(text);
}

/**
 * Returns the text of a typed cell, such as one of XLSX.
 *
 * Only text from which `unguard` would remove an apostrophe gets another one. Such a cell may also
 * come from a CSV file that a spreadsheet opened.
 */
export function guardTyped(text: string): string {
  if (unguard(text) === text) return text;
  return unguard(`'${text}`) === text ? `'${text}` : guard(text);
}
