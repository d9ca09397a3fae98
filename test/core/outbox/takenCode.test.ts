import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';

describe('a code that another record has', () => {
  it('is told with the name of that record while a new one is typed', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    const holderOf = async (code: string, except?: string) =>
      (await desk.call('records.codeHolder', { kind: 'fittings', code, except })).holder;
    expect(await holderOf('ZAW-110')).toEqual({ id, title: 'Zawias 110°' });
    expect(await holderOf('ZAW-110', id)).toBeNull();
    expect(await holderOf('ZAW-11')).toBeNull();
  });

  it('counts a record that was not sent yet, and no kind without codes', async () => {
    const desk = await openDesk();
    const values = { SIFRA: 'N-1', name: 'Nowy materiał' };
    const { id } = await desk.call('records.create', { kind: 'materials', values, files: [] });
    expect(await desk.call('records.codeHolder', { kind: 'materials', code: 'N-1' })).toEqual({
      holder: { id, title: 'Nowy materiał' },
    });
    expect(await desk.call('records.codeHolder', { kind: 'products', code: 'Szafa 2D' })).toEqual({
      holder: null,
    });
  });

  it('refuses a creation in a sentence with names, and without an id', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    const values = { kod: 'ZAW-110', name: 'Nowy' };
    const refused = await desk
      .call('records.create', { kind: 'fittings', values, files: [] })
      .catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({
      code: 'invalid',
      details: {
        issues: [
          {
            place: 'kod',
            why: { code: 'code-taken', params: { code: 'ZAW-110', name: 'Zawias 110°' } },
          },
        ],
      },
    });
    expect(JSON.stringify(refused)).not.toContain(id);
  });

  it('refuses a change to a code that the service stores in another form', async () => {
    const desk = await openDesk({ variant: { texts: 'lowerCodes' } });
    const { id: other } = await desk.call('records.get', { kind: 'materials', ref: 'H1145' });
    const values = { SIFRA: 'TWICE', name: 'Dąb nowy' };
    await desk.call('records.create', { kind: 'materials', values, files: [] });
    await desk.push();
    await desk.pull();
    const change = (SIFRA: string) =>
      desk.call('records.update', { kind: 'materials', ref: other, values: { SIFRA }, files: [] });
    for (const code of ['TWICE', ' twice ', 'twice'])
      await expect(change(code)).rejects.toMatchObject({
        code: 'invalid',
        details: { issues: [{ place: 'SIFRA', why: { code: 'code-taken' } }] },
      });
    await expect(change('TWICE-2')).resolves.toMatchObject({ id: other });
  });
});
