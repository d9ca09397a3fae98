import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, idOf, only } from '../../../support/editing.ts';

describe('the service keeps another value', () => {
  it('says which, and does not call it saved', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'documented' } });
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after')
          desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '8.90' });
      },
    });
    await edit(desk, { price: '9.20' });
    expect(await desk.push()).toMatchObject({ refused: 1, done: 0 });
    expect((await only(desk)).reason).toMatchObject({
      code: 'service-kept',
      text: expect.stringContaining('Service kept "8.90" for price'),
    });
  });

  /** Makes the service replace fields with those of `there` right after the first PATCH. */
  const shows = (desk: TestWorkstation, there: { readonly price: string }) =>
    desk.service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after') desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), there);
      },
    });
  const held = (desk: TestWorkstation) =>
    desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-110');

  it('takes a change back on the service too, where it was sent and is seen there later', async () => {
    const desk = await openDesk();
    shows(desk, { price: '8.90' });
    await edit(desk, { price: '9.20' });
    expect(await desk.push()).toMatchObject({ refused: 1 });
    desk.service.state.patch('fittings', idOf(desk, 'ZAW-110'), { price: '9.20' });
    await edit(desk, { price: '8.90' });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(Number(held(desk)?.['price'])).toBe(8.9);
  });

  it('takes back the part of a change that the service did take', async () => {
    const desk = await openDesk();
    shows(desk, { price: '8.90' });
    await edit(desk, { price: '9.20', name: 'Nowa' });
    expect(await desk.push()).toMatchObject({ refused: 1 });
    await edit(desk, { name: 'Zawias 110°' });
    await edit(desk, { price: '8.90' });
    expect(await desk.push()).toMatchObject({ refused: 0, conflict: 0, waiting: 0 });
    expect(held(desk)).toMatchObject({ name: 'Zawias 110°' });
    expect(Number(held(desk)?.['price'])).toBe(8.9);
  });

  it.each(['price', 'CIJENA', 'both'] as const)(
    'finds out that a material price is taken as %s',
    async (materialPatchKey) => {
      const desk = await openDesk({ variant: { materialPatchKey } });
      for (const price of ['13.00', '14.00']) {
        await desk.call('records.update', {
          kind: 'materials',
          ref: 'H1145',
          values: { price },
          files: [],
        });
        expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
      }
      const patches = desk.service.log.filter(({ method }) => method === 'PATCH').length;
      expect(patches).toBe(materialPatchKey === 'CIJENA' ? 3 : 2);
    },
  );

  it('queues again what a creation did not keep but an update may set', async () => {
    const desk = await openDesk({ variant: { materialCreateKeepsSifra: false } });
    await desk.call('records.create', {
      kind: 'materials',
      values: { SIFRA: 'S-1', name: 'Nowy', price: '3' },
      files: [],
    });
    await desk.push();
    await desk.push();
    expect(desk.service.state.all('materials').filter(({ name }) => name === 'Nowy')).toMatchObject(
      [{ SIFRA: 'S-1' }],
    );
  });
});
