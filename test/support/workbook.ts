import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A worksheet as rows of texts. */
export interface Worksheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** `hidden` or `veryHidden`; left out for one that is shown. */
  readonly state?: string;
}

const OFFICE = 'http://schemas.openxmlformats.org';
export const REL = `${OFFICE}/officeDocument/2006/relationships`;

/** A workbook with these worksheets in their order, its texts in the cells themselves. */
export function workbook(
  sheets: readonly Worksheet[],
  more: Readonly<Record<string, Buffer>> = {},
): Promise<Buffer> {
  const named = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="r${at}"/>`,
  );
  const parts = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="${REL}/worksheet" Target="worksheets/${at}.xml"/>`,
  );
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${REL}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${parts.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((sheet, at) => [`xl/worksheets/${at}.xml`, worksheetXml(sheet)] as const),
    ),
    ...more,
  });
}

/** A workbook of one worksheet with these rows as they stand in XML; its cells have the forms, by their numbers. */
export function workbookOf(
  rows: string,
  formats: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const codes = Object.entries(formats).filter(([, code]) => code !== '');
  const fmts = codes.map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const forms = Object.keys(formats).map((id) => `<xf numFmtId="${id}"/>`);
  const styles = `<styleSheet><numFmts>${fmts.join('')}</numFmts><cellXfs>${forms.join('')}</cellXfs></styleSheet>`;
  return workbook([{ name: 'A', rows: [] }], {
    'xl/worksheets/0.xml': Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    'xl/styles.xml': Buffer.from(styles),
  });
}

function worksheetXml({ rows }: Worksheet): string {
  const lines = rows.map((cells) => {
    const inner = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
    return `<row>${inner.join('')}</row>`;
  });
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** The parts of a workbook by their names. */
export type Parts = Readonly<Record<string, string | Buffer>>;

function zipOf(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, body] of Object.entries(parts)) zip.addBuffer(Buffer.from(body), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A workbook of exactly these parts; a name may begin with a slash. */
export async function packed(parts: Parts): Promise<Buffer> {
  // The packer takes no such name: a letter stands for the slash, and is put right in the bytes.
  const named = Object.entries(parts).map(
    ([name, part]) => [name.startsWith('/') ? `~${name.slice(1)}` : name, part] as const,
  );
  const bytes = await zipOf(Object.fromEntries(named));
  for (const [name] of named.filter(([each]) => each.startsWith('~')))
    for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1))
      bytes.write('/', at);
  return bytes;
}
