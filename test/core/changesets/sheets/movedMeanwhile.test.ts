import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, only, sendAll } from '../../../support/editing.ts';
import { checkSheet, rowsOf, undo } from '../../../support/sheets.ts';
import { expecting } from '#contract/expectations/expected.ts';

const KIND = 'fittings' as const;
const CODE = 'ZAW-110';

const operations = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const shown = async (desk: TestWorkstation) =>
  (await desk.call('records.list', { kind: KIND, search: CODE })).rows[0]?.fields;
const there = (desk: TestWorkstation) => desk.service.state.get(KIND, idOf(desk, CODE));

/**
 * Queues a price change and pulls a remote change of the same price.
 *
 * Returns the price from before both changes.
 */
async function movedUnder(desk: TestWorkstation): Promise<string> {
  const old = String(there(desk)?.['price']);
  await edit(desk, { price: '77' });
  desk.service.state.patch(KIND, idOf(desk, CODE), { price: '99' });
  await desk.pull();
  return old;
}

describe('A value that stood there before a waiting change, and was changed by another hand since', () => {
  it('is queued where a sheet asks for it, and asked about', async () => {
    const desk = await openDesk();
    const old = await movedUnder(desk);
    const bytes = `kod;price;name\n${CODE};${old};Nowa`;
    const { plan } = await checkSheet(desk, KIND, 'a.csv', bytes);
    const changes = [
      { field: 'price', before: '77', after: old },
      { field: 'name', after: 'Nowa' },
    ];
    expect(await rowsOf(desk, plan)).toMatchObject([{ outcome: 'changed', changes }]);
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    expect(await shown(desk)).toMatchObject({ price: old, name: 'Nowa' });
    await sendAll(desk);
    expect(there(desk)).toMatchObject({ price: '99' });
    const { id, conflict } = await only(desk);
    const asked = { field: 'price', mine: old, theirs: '99', clash: true };
    expect(conflict).toMatchObject({ fields: [asked, { field: 'name', clash: false }] });
    await desk.call('outbox.resolve', { operation: id, all: 'mine' });
    await sendAll(desk);
    expect(there(desk)).toMatchObject({ price: String(Number(old)), name: 'Nowa' });
  });

  it('is queued where it is pasted, or given by hand', async () => {
    for (const how of ['paste', 'hand']) {
      const desk = await openDesk();
      const old = await movedUnder(desk);
      if (how === 'hand') await edit(desk, { price: old });
      else {
        const ids = [idOf(desk, CODE)];
        const fields = ['price'];
        const { plan } = await desk.call('paste.plan', { kind: KIND, ids, fields, text: old });
        await desk.call('changesets.queue', { plan });
      }
      expect(await shown(desk), how).toMatchObject({ price: old });
      expect(await operations(desk), how).toHaveLength(1);
    }
  });

  it('leaves theirs where it is Undo that goes back', async () => {
    const desk = await openDesk();
    await movedUnder(desk);
    await undo(desk);
    expect(await operations(desk)).toEqual([]);
    expect(await shown(desk)).toMatchObject({ price: '99' });
  });

  it('leaves nothing to be sent where nobody has changed it', async () => {
    const desk = await openDesk();
    const old = String(there(desk)?.['price']);
    await edit(desk, { price: '77' });
    const { plan } = await checkSheet(desk, KIND, 'a.csv', `kod;price\n${CODE};${old}`);
    await desk.call('changesets.queue', { plan });
    expect(await operations(desk)).toEqual([]);
  });

  it('leaves the other parts of a group as they wait', async () => {
    const edgeBands = [
      { code: 'A', name: 'A', formsSettings: { length_key: 'x', width_key: 'y' } },
    ];
    const desk = await openDesk({ seed: { ...SEED, edgeBands } });
    const kind = 'edge-bands' as const;
    const [band] = desk.service.state.all('edgeBands');
    const values = { formsSettings: { length_key: 'x1', width_key: 'y1' } };
    await desk.call('records.update', { kind, ref: 'A', values, files: [] });
    const theirs = { formsSettings: { length_key: 'x2', width_key: 'y' } };
    desk.service.state.patch('edgeBands', String(band?.['_id']), theirs);
    await desk.pull();
    const bytes = 'code;formsSettings.length_key\nA;x';
    const { plan } = await checkSheet(desk, kind, 'a.csv', bytes);
    await desk.call('changesets.queue', { plan });
    const { record } = await desk.call('records.get', { kind, ref: 'A' });
    expect(record).toMatchObject({ formsSettings: { length_key: 'x', width_key: 'y1' } });
  });
});

describe('A record of a preview that turns out to be what was created here', () => {
  async function lostAnswer(): Promise<{ desk: TestWorkstation; ids: string[] }> {
    const desk = await openDesk();
    const values = { kod: 'SAME', name: 'M', price: '5' };
    const { id } = await desk.call('records.create', { kind: KIND, values, files: [] });
    const on = { method: 'POST', path: '/adminapi/fittings' };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    await desk.call('records.update', { kind: KIND, ref: id, values: { price: '6' }, files: [] });
    await desk.pull();
    return { desk, ids: [id, idOf(desk, 'SAME')] };
  }

  it.each(['first', 'last'])('does not take the place of what waits for it, the %s', async (at) => {
    const { desk, ids } = await lostAnswer();
    const chosen = at === 'last' ? ids : ids.toReversed();
    const change = { code: 'add', field: 'price', amount: '10' } as const;
    const { plan } = await desk.call('bulk.plan', {
      kind: KIND,
      selection: { ids: chosen },
      change,
    });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 1 });
    const left = (await rowsOf(desk, plan)).find(({ outcome }) => outcome === 'error');
    expect(left?.issues).toMatchObject([{ place: 'price', expected: '5, as in the preview' }]);
    await sendAll(desk);
    expect(desk.service.state.get(KIND, ids[1] ?? '')).toMatchObject({ price: '16' });
    expect(await operations(desk)).toEqual([]);
  });

  it('is left as it is where a sheet names it by the id that a Refresh brought', async () => {
    const { desk, ids } = await lostAnswer();
    const { plan } = await checkSheet(desk, KIND, 'a.csv', `_id;price\n${ids[1] ?? ''};7`);
    expect(await rowsOf(desk, plan)).toMatchObject([{ changes: [{ before: '5', after: '7' }] }]);
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    await sendAll(desk);
    expect(desk.service.state.get(KIND, ids[1] ?? '')).toMatchObject({ price: '6' });
  });
});

describe('A record that a row names by its code', () => {
  const kind = 'edge-bands' as const;
  const seed = { ...SEED, edgeBands: [{ code: 'A', name: 'First' }] };
  const bands = (desk: TestWorkstation) =>
    desk.service.state.all('edgeBands').map(({ code, name, thickness }) => [code, name, thickness]);
  const isLeft = async (desk: TestWorkstation, plan: string) => {
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0, left: 1 });
    const [row] = await rowsOf(desk, plan);
    expect(row?.issues).toEqual([
      { place: 'code', value: 'B', ...expecting('asPreviewed', { value: 'A' }) },
    ]);
  };

  it('is left alone where another hand gave that code to another since', async () => {
    const desk = await openDesk({ seed });
    const { plan } = await checkSheet(desk, kind, 'a.csv', 'code;thickness\nA;2');
    const [first] = desk.service.state.all('edgeBands');
    desk.service.state.patch('edgeBands', String(first?.['_id']), { code: 'B' });
    desk.service.state.insert('edgeBands', { code: 'A', name: 'Second' });
    await desk.pull();
    await isLeft(desk, plan);
    await sendAll(desk);
    expect(bands(desk)).toEqual([
      ['B', 'First', undefined],
      ['A', 'Second', undefined],
    ]);
  });

  it('is left alone where it was given another code here since', async () => {
    const desk = await openDesk({ seed });
    const { plan } = await checkSheet(desk, kind, 'a.csv', 'code;thickness\nA;2');
    await desk.call('records.update', { kind, ref: 'A', values: { code: 'B' }, files: [] });
    await isLeft(desk, plan);
  });

  it('is changed under its new code where the row names it by its id', async () => {
    const desk = await openDesk({ seed });
    const id = String(desk.service.state.all('edgeBands')[0]?.['_id']);
    const { plan } = await checkSheet(desk, kind, 'a.csv', `_id;thickness\n${id};2`);
    await desk.call('records.update', { kind, ref: 'A', values: { code: 'B' }, files: [] });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
    await sendAll(desk);
    expect(bands(desk)).toMatchObject([['B', 'First', 2]]);
  });

  it('is changed where the service has its code as a number', async () => {
    const desk = await openDesk({ seed: { ...SEED, edgeBands: [{ code: 5, name: 'First' }] } });
    const { plan } = await checkSheet(desk, kind, 'a.csv', 'code;thickness\n5;2');
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 0 });
  });
});
