import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../support/desk.ts';

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
});
