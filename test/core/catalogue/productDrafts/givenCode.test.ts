import { expect, it } from 'vitest';
import { OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const KIND = 'materials' as const;

const open = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations
    .filter(({ state }) => state !== 'done' && state !== 'discarded')
    .map(({ kind, state, reason }) => [kind, state, reason?.text]);

const recode = (desk: TestWorkstation, SIFRA: string) =>
  desk.call('records.update', { kind: KIND, ref: 'H1145', values: { SIFRA }, files: [] });

it('a product waits for the change that gives a material the code by which it names it', async () => {
  const desk = await openDesk();
  await recode(desk, 'H2000');
  desk.file('s.obj', OBJ);
  const manifest = {
    materials: [{ SIFRA: 'H2000', name: 'Dąb' }],
    product: {
      name: 'Szafa',
      status: '1',
      date: '2026-03-02',
      materialy: { korpus: 'H2000' },
      main: {},
      model: 's.obj',
    },
  };
  await desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
  desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'status', status: 400 });
  await sendAll(desk);
  expect(await open(desk)).toEqual([
    [KIND, 'refused', expect.anything()],
    ['products', 'held', expect.anything()],
  ]);
});

it('a new record waits for the change that frees its code', async () => {
  const desk = await openDesk();
  await recode(desk, 'H2000');
  const values = { SIFRA: 'H1145', name: 'Nowy' };
  await desk.call('records.create', { kind: KIND, values, files: [] });
  await sendAll(desk);
  expect(await open(desk)).toEqual([]);
  expect(desk.service.state.all(KIND)).toMatchObject([{ SIFRA: 'H2000' }, values]);
});

it('a new record waits for the change that frees its code, refused as it may be', async () => {
  const desk = await openDesk();
  await recode(desk, 'H2000');
  const values = { SIFRA: 'H1145', name: 'Nowy' };
  await desk.call('records.create', { kind: KIND, values, files: [] });
  desk.service.addFault({ on: { method: 'PATCH' }, nth: 1, kind: 'status', status: 400 });
  await sendAll(desk);
  expect(await open(desk)).toEqual([
    [KIND, 'refused', expect.anything()],
    [KIND, 'held', expect.anything()],
  ]);
});
