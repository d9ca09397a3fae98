/** Invisible characters: zero-width, marks of direction, soft hyphens, control characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
const LINE_BLANKS = /[\t\n\v\f\r\u0085]/g;
/** Every kind of space, and the Braille blank. */
const BLANKS = /[\s\u2800]+/gu;
const DASHES = /[\p{Pd}\u2043\u2212\u02d7]/gu;

/**
 * Returns a text without invisible characters.
 *
 * Each run of blanks becomes one space; blanks at the ends are removed. Two codes that look alike
 * have the same form. It is used for codes, numbers and addresses; names and descriptions stay as
 * typed.
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
 * Returns the common form of nearly equal codes.
 *
 * They differ in dashes, spaces, case, or leading zeros that a spreadsheet removed.
 */
export function nearForm(code: string): string {
  return visibleText(code)
    .replaceAll(DASHES, '-')
    .replaceAll(' ', '')
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, '');
}

/** No error and no number is longer; longer foreign text is not matched. */
const LONGEST = 100;
/**
 * Excel and LibreOffice in English, Polish, German and Croatian: `#N/D!`, `#REF!`, `#NAZWA?`,
 * `#N/A`, `#NV`.
 */
const ERROR_WORD =
  /^#(?:[\p{Lu}\d][\p{Lu}\d/_.-]*[!?]|N\/[\p{Lu}]+|\p{Lu}\/\p{Lu}|NV|GETTING_DATA)$/u;
/** LibreOffice's own errors in its languages. */
const ERROR_NUMBER =
  /^(?:err|error|błąd|blad|fehler|pogreška|greška|chyba|erreur|errore|hiba):? ?\d{3}$/iu;
/** A column that is too narrow for its number. */
const TOO_NARROW = /^#{2,}$/;

/** Returns whether a text is a spreadsheet's error in place of a value. */
export function isSheetError(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = visibleText(text);
  return ERROR_WORD.test(plain) || ERROR_NUMBER.test(plain) || TOO_NARROW.test(plain);
}

const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;

/**
 * Returns whether a text is a long number shortened by a spreadsheet.
 *
 * `5,90123E+12` is an example; its last digits are lost.
 */
export function isShortened(text: string): boolean {
  return text.length <= LONGEST && SHORTENED.test(visibleText(text));
}
