import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { failingDisk } from '../../../support/failingDisk.ts';

/** Queues a product that needs a fitting, of which nobody here knows that it exists. */
async function queueProduct(desk: TestWorkstation): Promise<void> {
  desk.file('s.obj', 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const manifest = {
    fittings: [{ kod: 'F-9', name: 'Uchwyt', price: '8.90' }],
    product: {
      name: 'Szafa',
      status: '1',
      date: '2026-03-02',
      materialy: {},
      main: {},
      model: 's.obj',
    },
  };
  await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
}

const there = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').filter(({ kod }) => kod === 'F-9');
const theirs = { kod: 'F-9', name: 'Uchwyt inny', price: '99.00' };

describe('a thing that a product needs and another hand has made', () => {
  it('is left as it is, though the disk fails before that is written down', async () => {
    const { disk, failNext } = failingDisk(
      'UPDATE operation SET state =',
      ([state]) => state === 'done',
    );
    const desk = await openDesk({}, disk);
    await queueProduct(desk);
    desk.service.state.insert('fittings', theirs);
    failNext();
    await expect(desk.push()).rejects.toThrow('disk I/O error');
    await sendAll(desk);
    expect(there(desk)).toMatchObject([theirs]);
    const { operations } = await desk.call('outbox.list', { states: ['done'] });
    expect(operations.map(({ kind, reason }) => [kind, reason?.code])).toEqual([
      ['fittings', 'exists'],
      ['products', undefined],
    ]);
    expect(desk.service.log.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });
});
