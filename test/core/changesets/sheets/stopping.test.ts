import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventData } from '#contract/events.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { openSheet } from '../../../support/sheets.ts';

const LONG = ['kod;name;price', ...Array.from({ length: 20_000 }, (_, at) => `N-${at};Nowy;1,5`)];
const within = (desk: TestWorkstation, name: string) => {
  const folder = path.join(desk.folder, 'data/profiles/default', name);
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

/** Stops the work as soon as it has told how far it is, and gives all that was told. */
function stopAtFirstNotice(desk: TestWorkstation, plan?: string) {
  const told: EventData<'changesets.progress'>[] = [];
  desk.core.on('changesets.progress', (progress) => {
    told.push(progress);
    if (told.length === 1) void desk.call('changesets.stop', plan === undefined ? {} : { plan });
  });
  return told;
}

describe('a look through a long sheet', () => {
  it('tells how far it is, ends when it is stopped, and leaves nothing behind', async () => {
    const desk = await openDesk();
    const sent = desk.service.log.length;
    const { sheet } = await openSheet(desk, 'fittings', 'dlugi.csv', LONG.join('\n'));
    const told = stopAtFirstNotice(desk, sheet);
    const plan = await desk.call('sheets.check', { sheet });
    expect(told[0]).toMatchObject({ plan: sheet, phase: 'read' });
    expect(told[0]?.part).toBeLessThan(0.5);
    expect(plan.state).toBe('stopped');
    expect(plan.counts.new).toBeGreaterThan(0);
    expect(plan.counts.new).toBeLessThan(LONG.length / 2);
    await expect(desk.call('changesets.queue', { plan: sheet })).rejects.toMatchObject({
      code: 'state',
      message: 'This plan is stopped; only one that is ready can be queued.',
    });
    await desk.call('changesets.close', { plan: sheet });
    await desk.call('sheets.close', { sheet });
    expect(within(desk, 'plans')).toEqual([]);
    expect(within(desk, 'staged')).toEqual([]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect((await desk.call('groups.list', {})).groups).toEqual([]);
    expect(desk.service.log).toHaveLength(sent);
  });

  it('looks again from the start after it was stopped', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', LONG.slice(0, 2_000).join('\n'));
    stopAtFirstNotice(desk, sheet);
    expect((await desk.call('sheets.check', { sheet })).state).toBe('stopped');
    const again = await desk.call('sheets.check', { sheet });
    expect(again).toMatchObject({ state: 'ready', counts: { new: 1_999 } });
  });

  it('that was open when Cabinet ended is forgotten with its copy', async () => {
    const desk = await openDesk();
    const { sheet } = await openSheet(desk, 'fittings', 'a.csv', LONG.slice(0, 5).join('\n'));
    await desk.call('sheets.check', { sheet });
    await desk.restart();
    await expect(desk.call('changesets.get', { plan: sheet })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(within(desk, 'plans')).toEqual([]);
    expect(within(desk, 'staged')).toEqual([]);
  });
});

const CSV = { format: 'csv', separator: ';', decimal: ',', encoding: 'utf-8', bom: true } as const;
const query = { kind: 'fittings' } as const;

describe('an export', () => {
  it('that is stopped writes no file and leaves an older one whole', async () => {
    const fittings = Array.from({ length: 2_000 }, (_, at) => ({ kod: `F-${at}`, name: 'F' }));
    const desk = await openDesk({ seed: { fittings, materials: [], products: [], edgeBands: [] } });
    const to = desk.file('stary.csv', 'precious');
    stopAtFirstNotice(desk);
    await expect(desk.call('sheets.export', { query, as: CSV, to })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(fs.readFileSync(to, 'utf8')).toBe('precious');
    expect(fs.readdirSync(desk.folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('takes the place of an older file once it is whole', async () => {
    const desk = await openDesk();
    const to = desk.file('stary.csv', 'old');
    expect(await desk.call('sheets.export', { query, as: CSV, to })).toMatchObject({ file: to });
    expect(fs.readFileSync(to, 'utf8')).toContain('ZAW-110');
  });

  it.each<[string, (desk: TestWorkstation) => string]>([
    ['a folder that is not there', (desk) => path.join(desk.folder, 'nie-ma', 'a.csv')],
    ['a file in place of a folder', (desk) => path.join(desk.file('plik', 'x'), 'a.csv')],
    [
      'a folder of that name',
      (desk) => {
        desk.file('folder.csv/w.txt', 'inside');
        return path.join(desk.folder, 'folder.csv');
      },
    ],
  ])('into %s is refused in a sentence, and nothing is written', async (_, place) => {
    const desk = await openDesk();
    const to = place(desk);
    const expected = 'a file that can be written and is not open in another program';
    await expect(desk.call('sheets.export', { query, as: CSV, to })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(`${to} cannot be written`),
      details: { issues: [{ place: 'file', value: to, expected }] },
    });
    expect(fs.readdirSync(desk.folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('for a window is found by the name that its answer gave, and by no other', async () => {
    const desk = await openDesk();
    const { download } = await desk.call('sheets.export', { query, as: CSV, to: null });
    const { file } = await desk.call('sheets.located', { download: download ?? '' });
    expect(fs.readFileSync(file, 'utf8')).toContain('ZAW-155');
    for (const name of ['../work.db', '', '.', `x/${download}`])
      await expect(desk.call('sheets.located', { download: name })).rejects.toMatchObject({
        code: 'not-found',
      });
    await desk.restart();
    expect(fs.existsSync(file)).toBe(false);
  });
});
