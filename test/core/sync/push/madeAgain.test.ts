import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const EDGE_BAND = '/adminapi/edge_band';
const named = (desk: TestWorkstation) =>
  desk.service.state.all('edgeBands').map(({ code, name }) => `${String(code)} ${String(name)}`);

/** Renames an edge band's code; the service deletes the band, and the user keeps the change. */
async function againUnderAnotherCode(): Promise<TestWorkstation> {
  const desk = await openDesk();
  await desk.call('records.update', {
    kind: 'edge-bands',
    ref: 'ABS-22',
    values: { code: 'ABS-99', name: 'ABS 99' },
    files: [],
  });
  const [band] = desk.service.state.all('edgeBands');
  desk.service.state.remove('edgeBands', String(band?.['_id']));
  await sendAll(desk);
  const [operation] = (await desk.call('outbox.list', {})).operations;
  expect(operation).toMatchObject({ conflict: { type: 'gone' } });
  await desk.call('outbox.resolve', { operation: operation?.id ?? '', all: 'mine' });
  return desk;
}

describe('a record that is made again under the code that it was given last', () => {
  it('is looked for under that code when its answer was lost, and sent once', async () => {
    const desk = await againUnderAnotherCode();
    const on = { method: 'POST', path: EDGE_BAND };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    await sendAll(desk);
    expect(named(desk)).toEqual(['ABS-99 ABS 99']);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });

  it('asks where another hand has that code by now', async () => {
    const desk = await againUnderAnotherCode();
    desk.service.state.insert('edgeBands', { code: 'ABS-99', name: 'By a colleague' });
    await sendAll(desk);
    expect(named(desk)).toEqual(['ABS-99 By a colleague']);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([
      { key: 'ABS-99', state: 'conflict', conflict: { type: 'key-taken' } },
    ]);
  });
});
