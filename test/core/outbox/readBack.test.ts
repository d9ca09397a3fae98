import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { parseJson } from '#reference/json.ts';
import { openDesk } from '#test/support/desk.ts';
import { checkSheet } from '#test/support/sheets.ts';

const deepText = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const deep = (levels: number) => JSON.parse(deepText(levels)) as Json;
const LEVELS = { issues: [{ place: 'data', expectation: { code: 'levels' } }] };
const REF = { kind: 'edge-bands', ref: 'ABS-22' } as const;

async function keysOf(desk: Awaited<ReturnType<typeof openDesk>>) {
  const { rows } = await desk.call('records.list', { kind: 'edge-bands' });
  return rows.map(({ key }) => key);
}

describe('R4: a value that could not be read back', () => {
  it('is sent with 32 levels and read again', async () => {
    const desk = await openDesk();
    await desk.call('records.update', { ...REF, values: { data: deep(32) }, files: [] });
    await desk.push();
    await desk.pull();
    const { record } = await desk.call('records.get', REF);
    expect(record['data']).toEqual(deep(32));
    await desk.call('records.update', { ...REF, values: { group: 'B' }, files: [] });
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it.each([33, 61, 1_500])(
    'is refused with %i levels, in a form and in a sheet',
    async (levels) => {
      const desk = await openDesk();
      const edit = desk.call('records.update', {
        ...REF,
        values: { data: deep(levels) },
        files: [],
      });
      await expect(edit).rejects.toMatchObject({ code: 'invalid', details: LEVELS });
      const sheet = `code;data\nABS-22;${deepText(levels)}\nABS-NEW;${deepText(levels)}\n`;
      const { counts } = await checkSheet(desk, 'edge-bands', 'a.csv', sheet);
      expect(counts).toMatchObject({ changed: 0, new: 0, error: 2 });
    },
  );

  it('is refused above 1 MB, also field by field', async () => {
    const desk = await openDesk();
    const set = (values: Record<string, Json>) =>
      desk.call('records.update', { ...REF, values, files: [] });
    await expect(set({ data: ['x'.repeat(1_100_000)] })).rejects.toMatchObject({ code: 'invalid' });
    await set({ data: ['x'.repeat(700_000)] });
    await expect(set({ group: 'x'.repeat(700_000) })).rejects.toMatchObject({ code: 'invalid' });
    await set({ group: 'B' });
  });

  it('leaves a record editable that somebody else made deep', async () => {
    const desk = await openDesk();
    const [band] = desk.service.state.all('edgeBands');
    desk.service.state.patch('edgeBands', String(band?.['_id']), { data: parseJson(deepText(50)) });
    await desk.pull();
    const { record } = await desk.call('records.get', REF);
    const values = { data: record['data'] ?? null, group: 'B' };
    await desk.call('records.update', { ...REF, values, files: [] });
    expect(await desk.push()).toMatchObject({ done: 1 });
    // A sheet with the exported text of that value changes the other column.
    const sheet = `code;data;group\nABS-22;${deepText(50)};C\n`;
    const { counts, plan } = await checkSheet(desk, 'edge-bands', 'a.csv', sheet);
    expect(counts).toMatchObject({ changed: 1, error: 0 });
    await desk.call('changesets.queue', { plan });
    expect(await desk.push()).toMatchObject({ done: 1 });
    const edit = desk.call('records.update', { ...REF, values: { data: deep(49) }, files: [] });
    await expect(edit).rejects.toMatchObject({ details: LEVELS });
  });

  it('of somebody else leaves out its own record, not the whole list', async () => {
    const desk = await openDesk();
    const before = await keysOf(desk);
    expect(before).toContain('ABS-22');
    desk.service.state.insert('edgeBands', { code: 'DEEP', data: parseJson(deepText(70)) });
    desk.service.state.insert('edgeBands', { code: 'PLAIN', data: [] });
    await desk.pull().catch(() => undefined);
    const now = await keysOf(desk);
    expect(now).toEqual(expect.arrayContaining([...before, 'PLAIN']));
    expect(now).not.toContain('DEEP');
  });
});
