import { readXml } from './xml.ts';
import type { Zip } from './zip.ts';

/** The filled rows of a worksheet, and the hidden ones below its header. */
export interface RowCount {
  readonly rows: number;
  readonly hidden: number;
}

/**
 * Counts the filled rows of a worksheet.
 *
 * Hidden rows up to `head` do not count as hidden.
 */
export async function countRows(zip: Zip, part: string, head = 0): Promise<RowCount> {
  const opened = await zip.open(part);
  if (opened === null) return { rows: 0, hidden: 0 };
  const hides = new RowHiding();
  let [row, rows, hidden] = [0, 0, 0];
  let isFilled = false;
  let isHidden = false;
  const pieces = readXml(opened.stream, {
    open: (name, attributes) => {
      hides.hear(name, attributes);
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        isFilled = false;
        isHidden = hides.isHidden(attributes);
      } else if (name === 'v' || name === 't') isFilled = true;
    },
    close: (name) => {
      if (name !== 'row' || !isFilled) return;
      rows += 1;
      if (isHidden && row > head) hidden += 1;
    },
  });
  for await (const _ of pieces) continue;
  return { rows, hidden };
}

/** Returns whether a worksheet holds any value; reads only up to the first one. */
export async function isFilled(zip: Zip, part: string): Promise<boolean> {
  const opened = await zip.open(part);
  if (opened === null) return false;
  let found = false;
  const pieces = readXml(opened.stream, {
    open: (name) => {
      if (name === 'v' || name === 't') found = true;
    },
  });
  for await (const _ of pieces) if (found) return true;
  return found;
}

/** Tracks which rows of a worksheet a spreadsheet hides. */
export class RowHiding {
  /** Rows without their own height are hidden. */
  #all = false;

  hear(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetFormatPr') this.#all = isYes(attributes['zeroHeight']);
  }

  isHidden({ hidden, ht }: Readonly<Record<string, string>>): boolean {
    if (hidden !== undefined) return isYes(hidden);
    // An empty height is none.
    return ht === undefined || ht.trim() === '' ? this.#all : Number(ht) === 0;
  }
}

/** Reads a boolean value of XML. */
export function isYes(text: string | undefined): boolean {
  return text === '1' || text?.toLowerCase() === 'true';
}

/**
 * An attribute that may hide rows, or a height in any other spelling than the usual one of a shown
 * row. The text after a height must be known.
 */
const HINT = /hidden|zeroHeight|\sht(?=[^]{32})(?!=(["'])[1-9]\d{0,5}(?:\.\d{1,18})?\1)/;
/** The characters that are searched again with the next chunk: a hint and the text after it. */
const OVERLAP = 64;

/**
 * Returns whether a worksheet may hide rows.
 *
 * Most worksheets hide none and need not be parsed for it.
 */
export async function mayHideRows(zip: Zip, part: string): Promise<boolean> {
  const opened = await zip.open(part);
  if (opened === null) return false;
  let rest = '';
  try {
    for await (const chunk of opened.stream) {
      // Without its zero bytes, UTF-16 has the letters of a hint in a row too.
      const piece = rest + Buffer.from(chunk).toString('latin1').replaceAll('\0', '');
      if (HINT.test(piece)) return true;
      rest = piece.slice(-OVERLAP);
    }
    return HINT.test(rest + ' '.repeat(OVERLAP));
  } finally {
    opened.stream.destroy();
  }
}
