import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';

const [product] = SEED.products;

describe('where a record is used', () => {
  it('counts every record that names its code, also those that are not listed', async () => {
    const products = Array.from({ length: 230 }, (_, at) => ({
      ...product,
      name: `Szafa ${at}`,
      materialy: { korpus: { SIFRA: 'H1145' } },
    }));
    const desk = await openDesk({ seed: { ...SEED, products } });
    const { total, users } = await desk.call('records.usedBy', { kind: 'materials', ref: 'H1145' });
    expect(total).toBe(230);
    expect(users).toHaveLength(200);
    expect(users[0]).toMatchObject({ kind: 'products', title: 'Szafa 0' });
  });

  it('knows a fitting that another one links by its id', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    const other = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-155' });
    desk.service.state.patch('fittings', other.id, { connected: [id] });
    await desk.pull();
    expect(await desk.call('records.usedBy', { kind: 'fittings', ref: 'ZAW-110' })).toMatchObject({
      total: 1,
      users: [{ key: 'ZAW-155' }],
    });
    expect(await desk.call('records.usedBy', { kind: 'fittings', ref: 'ZAW-155' })).toEqual({
      total: 0,
      users: [],
    });
  });

  it('knows a code that is shown as a number, and one that another record names as a number', async () => {
    const using = (SIFRA: string | number) => ({
      ...product,
      name: `Szafa ${SIFRA}`,
      materialy: { korpus: { SIFRA } },
    });
    const materials = [
      { SIFRA: 1145, name: 'Dąb', price: 12.5 },
      { SIFRA: '2250', name: 'Buk', price: 11450 },
    ];
    const products = [using(1145), using('1145'), using(11450), using(2250)];
    const desk = await openDesk({ seed: { ...SEED, materials, products } });
    const users = async (ref: string) =>
      (await desk.call('records.usedBy', { kind: 'materials', ref })).users.map(
        ({ title }) => title,
      );
    expect(await users('1145')).toEqual(['Szafa 1145', 'Szafa 1145']);
    expect(await users('2250')).toEqual(['Szafa 2250']);
  });

  it('knows a fitting that another one links by a code that is a number', async () => {
    const fittings = [
      { kod: '1101', name: 'Zawias', price: '1' },
      { kod: 'A', name: 'Pierwszy', price: '1', connected: [1101] },
      { kod: 'B', name: 'Drugi', price: '1', replacement: [7, 1101, 8] },
      { kod: 'C', name: 'Trzeci', price: '1', stock: 1101, connected: [11010, 21101] },
    ];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    const { users } = await desk.call('records.usedBy', { kind: 'fittings', ref: '1101' });
    expect(users.map(({ key }) => key)).toEqual(['B', 'A']);
  });
});
