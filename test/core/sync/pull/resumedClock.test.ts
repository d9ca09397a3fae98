import { describe, expect, it } from 'vitest';
import { ACCOUNT, openDesk } from '../../../support/desk.ts';
import { LIST, product } from '../../../support/wardrobes.ts';

const HOUR = 3_600_000;

describe('a pull that was stopped', () => {
  it('is not gone on with hours later, also where the clock was set back since', async () => {
    const desk = await openDesk({ variant: { pageCap: 10 } });
    for (let n = 0; n < 60; n++) desk.service.state.insert('products', product(n));
    desk.service.addFault({ on: { path: LIST }, nth: 4, times: 99, kind: 'unauthorized' });
    await expect(desk.pull()).rejects.toMatchObject({ code: 'unauthorized' });
    desk.service.clearFaults();
    await desk.call('session.login', { url: desk.service.url, ...ACCOUNT });
    desk.clock.advance(5 * HOUR);
    // On the second page: the first is read again at the end of each pull.
    const ref = String(desk.service.state.all('products')[15]?.['_id']);
    desk.service.state.patch('products', ref, { name: 'Szafa nowa' });
    desk.clock.set(desk.clock.now() - 6 * HOUR);
    await desk.pull();
    const { record } = await desk.call('records.get', { kind: 'products', ref });
    expect(record['name']).toBe('Szafa nowa');
  });
});
