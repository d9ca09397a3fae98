import type { Files } from '../disk.ts';
import type { Db } from '../store/database.ts';
import { transact } from '../store/database.ts';
import { readWhole, readXml } from './xml.ts';
import { noWorkbook, openZip } from './zip.ts';
import type { Zip } from './zip.ts';

/** How a number is shown, as far as it changes what the number means. */
export type NumberForm =
  | { readonly is: 'plain' }
  | { readonly is: 'percent' }
  | { readonly is: 'date' }
  | { readonly is: 'time' }
  /** Shown with zeros in front, as `00417`. */
  | { readonly is: 'padded'; readonly width: number };

/** An XLSX workbook opened for reading. */
export interface Workbook {
  readonly zip: Zip;
  readonly worksheets: readonly { readonly name: string; readonly part: string }[];
  readonly forms: readonly NumberForm[];
  /** Days are counted from 1904. */
  readonly from1904: boolean;
}

/** Opens a workbook: its worksheets in their order, and the forms of its cells. */
export async function openWorkbook(fs: Files, file: string): Promise<Workbook> {
  const zip = await openZip(fs, file);
  try {
    const targets = await readTargets(zip);
    const { sheets, from1904 } = await readSheets(zip);
    const worksheets = sheets.flatMap(({ name, id }) => {
      const part = targets.get(id);
      return part === undefined || !zip.names.includes(part) ? [] : [{ name, part }];
    });
    if (worksheets.length === 0) throw noWorkbook('it holds no worksheet');
    return { zip, worksheets, forms: await readForms(zip), from1904 };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readTargets(zip: Zip): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const part = await zip.open('xl/_rels/workbook.xml.rels');
  if (part === null) throw noWorkbook('its list of parts is missing');
  await readWhole(part.stream, {
    open: (name, { Id = '', Target = '', Type = '' }) => {
      if (name !== 'Relationship' || !Type.endsWith('/worksheet')) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

async function readSheets(zip: Zip) {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  const part = await zip.open('xl/workbook.xml');
  if (part === null) throw noWorkbook('its workbook part is missing');
  await readWhole(part.stream, {
    open: (name, attributes) => {
      const yes = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name === 'workbookPr' && yes) from1904 = true;
      if (name === 'sheet')
        sheets.push({ name: attributes['name'] ?? '', id: attributes['r:id'] ?? '' });
    },
  });
  return { sheets, from1904 };
}

async function readForms(zip: Zip): Promise<NumberForm[]> {
  const part = await zip.open('xl/styles.xml');
  if (part === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inside = false;
  await readWhole(part.stream, {
    open: (name, attributes) => {
      if (name === 'numFmt')
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inside = true;
      if (name === 'xf' && inside) ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') inside = false;
    },
  });
  return ids.map((id) => formOf(id, codes.get(id)));
}

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 46, 47]);
/** Hours, minutes or seconds that go on counting. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Days and months with what parts them, and nothing else. */
const DAY_AND_MONTH = /^[\s.,/-]*[dm][dm\s.,/-]*$/i;

/** Excel takes no longer one. */
const LONGEST_CODE = 255;

function formOf(id: number, code: string | undefined): NumberForm {
  if (id === 9 || id === 10) return { is: 'percent' };
  if (BUILT_IN_DATES.has(id)) return { is: 'date' };
  if (BUILT_IN_TIMES.has(id)) return { is: 'time' };
  // Quoted words, colours and locales say nothing of the number itself.
  const bare = (code ?? '').slice(0, LONGEST_CODE).replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  if (bare.includes('%')) return { is: 'percent' };
  if (/y/i.test(bare) || DAY_AND_MONTH.test(bare)) return { is: 'date' };
  if (ELAPSED.test(code ?? '') || /h|m:s/i.test(bare)) return { is: 'time' };
  if (/^0{2,}$/.test(bare)) return { is: 'padded', width: bare.length };
  return { is: 'plain' };
}

const CHUNK = 2_000;
/** As many different texts as a worksheet has rows. */
const MOST_STRINGS = 4_000_000;

/** Puts the texts that cells share into a table: there may be more of them than memory should hold. */
export async function loadStrings(workbook: Workbook, db: Db): Promise<void> {
  db.exec('DELETE FROM string');
  const part = await workbook.zip.open('xl/sharedStrings.xml');
  if (part === null) return;
  const insert = db.prepare('INSERT INTO string(number, text) VALUES (?, ?)');
  let ready: string[] = [];
  let count = 0;
  let text = '';
  let depth = { inText: false, inPhonetic: false };
  const store = () => {
    transact(db, () => {
      for (const each of ready) insert.run(count++, each);
    });
    ready = [];
    if (count > MOST_STRINGS) throw noWorkbook('it holds too many texts');
  };
  const pieces = readXml(part.stream, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 't') depth = { ...depth, inText: true };
      if (name === 'rPh') depth = { ...depth, inPhonetic: true };
    },
    text: (each) => {
      if (depth.inText && !depth.inPhonetic) text += each;
    },
    close: (name) => {
      if (name === 't') depth = { ...depth, inText: false };
      if (name === 'rPh') depth = { ...depth, inPhonetic: false };
      if (name === 'si') ready.push(text);
    },
  });
  for await (const _ of pieces) if (ready.length >= CHUNK) store();
  store();
}
