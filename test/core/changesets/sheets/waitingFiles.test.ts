import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, openFile, rowsOf } from '../../../support/sheets.ts';
import type { ExportFormat } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';

const CSV: ExportFormat = {
  format: 'csv',
  separator: ';',
  decimal: ',',
  encoding: 'utf-8',
  bom: true,
};
const FORMATS: readonly ExportFormat[] = [CSV, { format: 'xlsx' }, { format: 'json' }];

async function exported(desk: TestWorkstation, kind: Kind, as: ExportFormat): Promise<string> {
  const to = path.join(desk.folder, `export.${as.format}`);
  await desk.call('sheets.export', { query: { kind }, as, to });
  return to;
}

async function checked(desk: TestWorkstation, kind: Kind, file: string) {
  const { sheet } = await openFile(desk, kind, file);
  return desk.call('sheets.check', { sheet });
}

/** Gives a record a picture that waits. */
async function give(
  desk: TestWorkstation,
  kind: Kind,
  ref: string,
  field: string,
): Promise<string> {
  const { file } = await desk.call('files.stage', { path: desk.file('f/mine.png', PNG) });
  await desk.call('records.update', { kind, ref, values: {}, files: [{ field, file }] });
  return file;
}

describe.each(FORMATS)('an export as $format', (as) => {
  it('takes the row of a record whose picture still waits', async () => {
    const desk = await openDesk();
    await give(desk, 'fittings', 'ZAW-110', 'images');
    await give(desk, 'materials', 'H1145', 'PICFILE');
    for (const [kind, same] of [['fittings', 2] as const, ['materials', 1] as const]) {
      const { counts } = await checked(desk, kind, await exported(desk, kind, as));
      expect(counts).toMatchObject({ error: 0, changed: 0, same });
    }
  });

  it('takes it as it is also once the picture was sent, which is not sent again', async () => {
    const desk = await openDesk();
    await give(desk, 'fittings', 'ZAW-110', 'images');
    await give(desk, 'materials', 'H1145', 'PICFILE');
    const fittings = await exported(desk, 'fittings', as);
    const before = await checked(desk, 'fittings', fittings);
    expect(before.counts).toMatchObject({ same: 2 });
    await desk.push();
    expect((await checked(desk, 'fittings', fittings)).counts).toMatchObject({ error: 0, same: 2 });
  });

  it('takes it for a field of one file as well', async () => {
    const desk = await openDesk();
    await give(desk, 'materials', 'H1145', 'PICFILE');
    const file = await exported(desk, 'materials', as);
    await desk.push();
    expect((await checked(desk, 'materials', file)).counts).toMatchObject({ error: 0, same: 1 });
  });
});

describe('a row with a picture that still waits', () => {
  it('is changed in another cell, and gets another picture beside it', async () => {
    const desk = await openDesk();
    const file = await give(desk, 'fittings', 'ZAW-155', 'images');
    desk.file('s/other.png', Buffer.concat([PNG, Buffer.from('y')]));
    const list = (...more: readonly string[]) =>
      `"${JSON.stringify([{ $file: file }, ...more]).replaceAll('"', '""')}"`;
    const named = `kod;name;images\nZAW-155;Nowa;${list()}`;
    const { plan } = await checkSheet(desk, 'fittings', 's/a.csv', named);
    expect(await rowsOf(desk, plan)).toMatchObject([
      { outcome: 'changed', changes: [{ field: 'name' }] },
    ]);
    const more = `kod;images\nZAW-155;${list('other.png')}`;
    const second = await checkSheet(desk, 'fittings', 's/b.csv', more);
    expect(await desk.call('changesets.queue', { plan: second.plan })).toMatchObject({ queued: 1 });
    await desk.push();
    const { record } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-155' });
    expect(record['images']).toHaveLength(2);
  });

  it.each(['fittings;images;ZAW-155', 'materials;PICFILE;H1145'])(
    'is refused where it names a copy that its record does not hold, in %s',
    async (where) => {
      const desk = await openDesk();
      const [kind = '', field = '', ref = ''] = where.split(';');
      const { file } = await desk.call('files.stage', { path: desk.file('f/mine.png', PNG) });
      const copy = { $file: file };
      const record = { [kind === 'fittings' ? 'kod' : 'SIFRA']: ref };
      const bytes = JSON.stringify([{ ...record, [field]: field === 'images' ? [copy] : copy }]);
      const of = kind === 'fittings' ? 'fittings' : 'materials';
      const { counts } = await checkSheet(desk, of, 'a.json', bytes);
      expect(counts).toMatchObject({ changed: 0, error: 1 });
    },
  );
});
