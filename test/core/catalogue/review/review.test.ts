import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { ReviewSource } from '#contract/review.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openZip } from '#core/changesets/sheets/zip.ts';
import { openDesk } from '../../../support/desk.ts';

/** The XML of a workbook's one worksheet. */
async function sheetText(file: string): Promise<string> {
  const zip = await openZip(systemDisk.files, file);
  const sheet = await zip.open('xl/worksheets/sheet1.xml');
  const xml = sheet === null ? '' : await text(sheet.stream);
  zip.close();
  return xml;
}

const bySize = { from: 'query', query: { kind: 'fittings' } } as const;

describe('a review', () => {
  it('walks a list offline, keeps its marks and its place, and goes on after a restart', async () => {
    const desk = await openDesk();
    await desk.service.close();
    const { session, total } = await desk.call('review.start', {
      name: 'Price list',
      source: bySize,
    });
    expect(total).toBe(2);
    const marked = await desk.call('review.mark', {
      session,
      index: 0,
      mark: 'flagged',
      comment: 'too dear',
      advance: true,
    });
    expect(marked).toMatchObject({ position: 1, flagged: 1 });
    // A comment may be kept only when its record has been left.
    const said = await desk.call('review.mark', { session, index: 0, comment: 'too dear' });
    expect(said).toMatchObject({ position: 1 });
    await desk.restart();
    expect(await desk.call('review.get', { session })).toMatchObject({ position: 1, flagged: 1 });
    await desk.call('review.mark', { session, index: 1, mark: 'skipped' });
    const open = await desk.call('review.items', { session, marks: ['none'] });
    expect(open.total).toBe(0);
    const flagged = await desk.call('review.items', { session, marks: ['flagged'] });
    expect(flagged.items).toMatchObject([{ key: 'ZAW-110', comment: 'too dear', gone: false }]);
    await desk.call('review.mark', { session, index: 1, mark: null });
    expect(await desk.call('review.get', { session })).toMatchObject({ skipped: 0 });
  });

  it('shows field by field what changed since a record was last reviewed', async () => {
    const desk = await openDesk();
    const start = (name: string) => desk.call('review.start', { name, source: bySize });
    const { session } = await start('first');
    expect((await desk.call('review.place', { session, index: 0 })).last).toBeNull();
    await desk.call('review.mark', { session, index: 0, mark: 'approved' });
    await desk.call('records.update', {
      kind: 'fittings',
      files: [],
      ref: 'ZAW-110',
      values: { price: '9.99' },
    });
    const again = await start('second');
    const place = await desk.call('review.place', { session: again.session, index: 0 });
    expect(place.last).toMatchObject({ mark: 'approved', session });
    expect(place.changes).toEqual([{ field: 'price', before: '8.90', after: '9.99' }]);
    await desk.call('review.mark', { session: again.session, index: 0, mark: 'skipped' });
    const still = await desk.call('review.place', { session: again.session, index: 0 });
    expect(still.changes).toHaveLength(1);
    await desk.call('review.mark', { session: again.session, index: 0, mark: 'approved' });
    const seen = await desk.call('review.place', { session: again.session, index: 0 });
    expect(seen.changes).toEqual([]);
  });

  it('is begun from problems, from what a pull brought, and from chosen records', async () => {
    const desk = await openDesk();
    await desk.call('problems.check', {});
    const problems = await desk.call('review.start', {
      name: 'No picture',
      source: { from: 'problems', filter: { rules: ['no-picture'] } },
    });
    expect(problems.total).toBeGreaterThan(0);
    const id = String(desk.service.state.all('fittings')[1]?.['_id']);
    desk.service.state.patch('fittings', id, { price: '77' });
    desk.clock.advance(60_000);
    await desk.pull();
    await desk.call('problems.check', {});
    const pulled = await desk.call('review.start', {
      name: 'New',
      source: { from: 'pull', since: null },
    });
    expect(pulled.total).toBe(1);
    const chosen: ReviewSource = {
      from: 'records',
      records: [
        { kind: 'fittings', id },
        { kind: 'fittings', id },
      ],
    };
    expect((await desk.call('review.start', { name: 'One', source: chosen })).total).toBe(1);
    const nothing: ReviewSource = { from: 'records', records: [] };
    await expect(
      desk.call('review.start', { name: 'None', source: nothing }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
    await desk.call('review.remove', { session: pulled.session });
    expect((await desk.call('review.list', {})).sessions.map(({ name }) => name)).not.toContain(
      'New',
    );
  });

  it('is exported as a sheet that no spreadsheet takes for formulas', async () => {
    const desk = await openDesk();
    const { session } = await desk.call('review.start', { name: 'x', source: bySize });
    await desk.call('review.mark', { session, index: 0, mark: 'flagged', comment: '=1+1; "so"' });
    const csv = {
      format: 'csv',
      separator: ';',
      decimal: ',',
      encoding: 'utf-8',
      bom: true,
    } as const;
    const file = path.join(desk.folder, 'marks.csv');
    const written = await desk.call('review.export', { session, as: csv, to: file });
    expect(written).toEqual({ rows: 2, file, download: null });
    const lines = fs.readFileSync(file, 'utf8').split('\r\n');
    expect(lines[0]).toBe('\ufeffkind;id;code;name;mark;comment;markedAt;changed');
    expect(lines[1]).toContain(`;flagged;"'=1+1; ""so""";2026-`);
  });

  it('is exported as a workbook with the same cells', async () => {
    const desk = await openDesk();
    const { session } = await desk.call('review.start', { name: 'x', source: bySize });
    await desk.call('review.mark', { session, index: 0, mark: 'flagged', comment: '=1+1' });
    const to = path.join(desk.folder, 'marks.xlsx');
    await desk.call('review.export', { session, as: { format: 'xlsx' }, to });
    const book = await sheetText(to);
    expect(book).toContain('flagged');
    expect(book).toContain('=1+1');
    const { download } = await desk.call('review.export', {
      session,
      as: { format: 'xlsx' },
      to: null,
    });
    expect(download).toMatch(/\.xlsx$/);
  });
});
