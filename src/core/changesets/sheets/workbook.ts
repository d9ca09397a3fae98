import type { Files } from '../../platform/disk.ts';
import type { Db } from '../../store/database.ts';
import { transact } from '../../store/database.ts';
import { formOf, PLAIN } from './numberFormat.ts';
import type { NumberForm } from './numberFormat.ts';
import { relationshipsOf } from './opc.ts';
import { bare, readWhole, readXml } from './xml.ts';
import { noWorkbook, openZip } from './zip.ts';
import type { Zip } from './zip.ts';

/** A worksheet of a workbook. */
export interface Worksheet {
  readonly name: string;
  readonly part: string;
  /** Hidden by the user or by a program. */
  readonly hidden: boolean;
}

/** An XLSX workbook opened for reading. */
export interface Workbook {
  readonly zip: Zip;
  readonly worksheets: readonly Worksheet[];
  readonly forms: readonly NumberForm[];
  /** Days are counted from 1904. */
  readonly from1904: boolean;
  /** The part with the shared strings; null when there is none. */
  readonly strings: string | null;
}

/** The user chooses a worksheet by its name. */
const MOST_WORKSHEETS = 1_000;
/** Excel accepts no more cell formats. */
const MOST_FORMS = 65_536;
/** Excel accepts a few hundred custom number formats. */
const MOST_CODES = 1_000;

/** Opens a workbook and reads its worksheets and cell formats. */
export async function openWorkbook(fs: Files, file: string): Promise<Workbook> {
  const zip = await openZip(fs, file);
  try {
    const main = await mainPart(zip);
    const relationships = await relationshipsOf(zip, main);
    const partOf = (type: string) => relationships.find((each) => each.type === type)?.part;
    const { sheets, from1904 } = await readSheets(zip, main);
    const parts = new Map(
      relationships
        .filter(({ type }) => type === 'worksheet')
        .toReversed()
        .map(({ id, part }) => [id, part]),
    );
    const worksheets = sheets.flatMap(({ id, ...sheet }) => {
      const part = parts.get(id);
      return part === undefined ? [] : [{ ...sheet, part }];
    });
    if (worksheets.length === 0) throw noWorkbook('it holds no worksheet');
    const styles = partOf('styles') ?? zip.named('xl/styles.xml');
    const strings = partOf('sharedStrings') ?? zip.named('xl/sharedStrings.xml');
    return { zip, worksheets, forms: await readForms(zip, styles), from1904, strings };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Returns the main workbook part: the one that the package names, else the usual one. */
async function mainPart(zip: Zip): Promise<string> {
  const named = await relationshipsOf(zip, '');
  const main = named.find(({ type }) => type === 'officeDocument')?.part;
  const part = main ?? zip.named('xl/workbook.xml');
  if (part === null) throw noWorkbook('its workbook part is missing');
  return part;
}

async function readSheets(zip: Zip, main: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  const prefixes = new Map<string, string>();
  let from1904 = false;
  const part = await zip.open(main);
  if (part === null) throw noWorkbook('its workbook part is missing');
  await readWhole(part.stream, {
    open: (name, attributes) => {
      for (const [key, value] of Object.entries(attributes))
        if (key.startsWith('xmlns:')) prefixes.set(bare(key), value);
      const yes = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name === 'workbookPr' && yes) from1904 = true;
      if (name !== 'sheet') return;
      if (sheets.length >= MOST_WORKSHEETS)
        throw noWorkbook(`it has more than ${MOST_WORKSHEETS} worksheets`);
      const { name: title = '', state = 'visible' } = attributes;
      sheets.push({ name: title, id: idOf(attributes, prefixes), hidden: state !== 'visible' });
    },
  });
  return { sheets, from1904 };
}

/** Returns the relationship id: the `id` attribute of that namespace, with any prefix. */
function idOf(
  attributes: Readonly<Record<string, string>>,
  prefixes: ReadonlyMap<string, string>,
): string {
  const ids = Object.entries(attributes).filter(([key]) => /^.+:id$/.test(key));
  const named = ids.find(([key]) =>
    prefixes.get(key.slice(0, key.indexOf(':')))?.endsWith('/relationships'),
  );
  return (named ?? ids[0])?.[1] ?? '';
}

async function readForms(zip: Zip, name: string | null): Promise<NumberForm[]> {
  const part = name === null ? null : await zip.open(name);
  if (part === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inside = false;
  await readWhole(part.stream, {
    open: (name, attributes) => {
      if (name === 'numFmt')
        codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (codes.size > MOST_CODES)
        throw noWorkbook(`it has more than ${MOST_CODES} number formats of its own`);
      if (name === 'cellXfs') inside = true;
      if (name !== 'xf' || !inside) return;
      if (ids.length >= MOST_FORMS) throw noWorkbook(`it has more than ${MOST_FORMS} cell formats`);
      ids.push(Number(attributes['numFmtId'] ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') inside = false;
    },
  });
  // Thousands of cell formats share a few number formats; each number format is read once.
  const forms = new Map([...new Set(ids)].map((id) => [id, formOf(id, codes.get(id))]));
  return ids.map((id) => forms.get(id) ?? PLAIN);
}

const CHUNK = 2_000;
/** More distinct strings than a worksheet's rows need. */
const MOST_STRINGS = 4_000_000;
/** Most letters of one string; it may come in many parts, and a cell holds far fewer. */
const LONGEST_STRING = 2_000_000;
/** Most letters of strings that wait to be stored. */
const MOST_WAITING = 4_000_000;

/** Loads the shared strings into a table, since they may not fit in memory. */
export async function loadStrings(workbook: Workbook, db: Db): Promise<void> {
  db.exec('DELETE FROM string');
  const part = workbook.strings === null ? null : await workbook.zip.open(workbook.strings);
  if (part === null) return;
  const insert = db.prepare('INSERT INTO string(number, text) VALUES (?, ?)');
  let ready: string[] = [];
  let count = 0;
  let waiting = 0;
  let text = '';
  let depth = { inText: false, inPhonetic: false };
  const store = () => {
    transact(db, () => {
      for (const each of ready) insert.run(count++, each);
    });
    ready = [];
    waiting = 0;
    if (count > MOST_STRINGS) throw noWorkbook('it holds too many texts');
  };
  const pieces = readXml(part.stream, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 't') depth = { ...depth, inText: true };
      if (name === 'rPh') depth = { ...depth, inPhonetic: true };
    },
    text: (each) => {
      if (!depth.inText || depth.inPhonetic) return;
      text += each;
      if (text.length > LONGEST_STRING)
        throw noWorkbook(`a shared text has more than ${LONGEST_STRING} letters`);
    },
    close: (name) => {
      if (name === 't') depth = { ...depth, inText: false };
      if (name === 'rPh') depth = { ...depth, inPhonetic: false };
      if (name !== 'si') return;
      ready.push(text);
      waiting += text.length;
    },
  });
  for await (const _ of pieces) if (ready.length >= CHUNK || waiting >= MOST_WAITING) store();
  store();
}
