/** Characters that nobody sees: of no width, marks of direction, soft hyphens, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
const LINE_BLANKS = /[\t\n\v\f\r\u0085]/g;
/** Every kind of space, and the blank of Braille. */
const BLANKS = /[\s\u2800]+/gu;
const DASHES = /[\p{Pd}\u2043\u2212\u02d7]/gu;

/**
 * Returns a text without what nobody sees: one plain space for each run of blanks, none at the ends.
 *
 * Two codes that look alike have the same form. Used for codes, numbers and addresses; names and descriptions stay as
 * they were typed.
 */
export function visibleText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(LINE_BLANKS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(BLANKS, ' ')
    .trim();
}

/**
 * Returns the form that codes share which are nearly the same: other dashes, spaces, case, or zeros in front that a
 * spreadsheet took away.
 */
export function nearForm(code: string): string {
  return visibleText(code)
    .replaceAll(DASHES, '-')
    .replaceAll(' ', '')
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '');
}

/** Neither an error nor a number is longer; no pattern is run over more of a stranger's text. */
const LONGEST = 100;
/** Excel and LibreOffice in English, Polish, German and Croatian: `#N/D!`, `#REF!`, `#NAZWA?`, `#N/A`, `#NV`. */
const ERROR_WORD =
  /^#(?:[\p{Lu}\d][\p{Lu}\d/_.-]*[!?]|N\/[\p{Lu}]+|\p{Lu}\/\p{Lu}|NV|GETTING_DATA)$/u;
/** LibreOffice's own errors, in its languages. */
const ERROR_NUMBER =
  /^(?:err|error|błąd|blad|fehler|pogreška|greška|chyba|erreur|errore|hiba):? ?\d{3}$/iu;
/** A column that is too narrow for its number. */
const TOO_NARROW = /^#{2,}$/;

/** Tells whether a text is what a spreadsheet shows in the place of a value. */
export function isSheetError(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = visibleText(text);
  return ERROR_WORD.test(plain) || ERROR_NUMBER.test(plain) || TOO_NARROW.test(plain);
}

const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;

/** Tells whether a text is a long number as a spreadsheet shortens it, as `5,90123E+12`: its last digits are lost. */
export function isShortened(text: string): boolean {
  return text.length <= LONGEST && SHORTENED.test(visibleText(text));
}
