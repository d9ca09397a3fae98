import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openCore } from '../src/core/app/core.ts';
import { nodePlatform } from '../src/core/app/nodePlatform.ts';
import { startReference } from '../src/reference/server.ts';
import { ACCOUNT, MATERIALS } from '../test/fixtures/sheets/catalogue.ts';

// Makes the sheets of test/fixtures/sheets with the programs of a Polish office. Cabinet exports a
// catalogue. LibreOffice with Polish settings opens the file and saves it as CSV in Windows-1250
// and as XLSX. Needs LibreOffice Calc (Debian: apt-get install --no-install-recommends
// libreoffice-calc).

const FIXTURES = path.resolve(import.meta.dirname, '../test/fixtures/sheets');

/**
 * 59 separates cells by `;`, 34 quotes, 33 is Windows-1250. Then: from row 1, detect numbers, save
 * as shown.
 */
const AS_WINDOWS_1250 = 'csv:Text - txt - csv (StarCalc):59,34,33,1,,1045,false,true,false';
const FROM_UTF8 = 'Text - txt - csv (StarCalc):59,34,76,1,,1045,false,true,false';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-sheets-'));
try {
  await exportCatalogue();
  writePolishSettings();
  // LibreOffice converts each file to each format.
  convert('from-csv.csv', AS_WINDOWS_1250, 'materials-csv-windows-1250.csv');
  convert('from-csv.csv', 'xlsx', 'materials-csv.xlsx');
  convert('from-xlsx.xlsx', AS_WINDOWS_1250, 'materials-xlsx-windows-1250.csv');
  convert('from-xlsx.xlsx', 'xlsx', 'materials-xlsx.xlsx');
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

async function exportCatalogue(): Promise<void> {
  const seed = { fittings: [], materials: MATERIALS, products: [], edgeBands: [] };
  const service = await startReference({ seed, account: ACCOUNT });
  const core = openCore(nodePlatform({ dataDir: path.join(folder, 'data'), log: () => {} }));
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  await core.call('sync.pull', {});
  const query = { kind: 'materials' as const };
  const columns = ['SIFRA', 'name', 'price', 'DEB', 'PICFILE'];
  const csv = {
    format: 'csv',
    separator: ';',
    decimal: ',',
    encoding: 'utf-8',
    bom: true,
  } as const;
  const to = (name: string) => path.join(folder, name);
  await core.call('sheets.export', { query, columns, as: csv, to: to('from-csv.csv') });
  await core.call('sheets.export', {
    query,
    columns,
    as: { format: 'xlsx' },
    to: to('from-xlsx.xlsx'),
  });
  await core.close();
  await service.close();
}

/** Writes a LibreOffice profile with Polish numbers, dates and words. */
function writePolishSettings(): void {
  const user = path.join(folder, 'office/user');
  fs.mkdirSync(user, { recursive: true });
  const setting = (place: string, name: string) =>
    `<item oor:path="${place}"><prop oor:name="${name}" oor:op="fuse"><value>pl-PL</value></prop></item>`;
  fs.writeFileSync(
    path.join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${setting('/org.openoffice.Setup/L10N', 'ooSetupSystemLocale')}${setting('/org.openoffice.Office.Linguistic/General', 'DefaultLocale')}</oor:items>`,
  );
}

function convert(source: string, target: string, name: string): void {
  const out = path.join(folder, 'out');
  const profile = `-env:UserInstallation=file://${path.join(folder, 'office')}`;
  const input = source.endsWith('.csv') ? [`--infilter=${FROM_UTF8}`] : [];
  execFileSync(
    'soffice',
    [
      profile,
      '--headless',
      ...input,
      '--convert-to',
      target,
      '--outdir',
      out,
      path.join(folder, source),
    ],
    { stdio: 'ignore' },
  );
  const [made] = fs.readdirSync(out);
  if (made === undefined) throw new Error(`LibreOffice wrote nothing for ${source} as ${target}`);
  fs.copyFileSync(path.join(out, made), path.join(FIXTURES, name));
  fs.rmSync(out, { recursive: true });
}
