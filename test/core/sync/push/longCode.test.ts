import { expect, it } from 'vitest';
import { openDesk } from '#test/support/desk.ts';

const LONG = 'Z'.repeat(900_000);

it('a code that is too long for an address stops no other change', async () => {
  const desk = await openDesk();
  for (const kod of [LONG, 'ZAW-901'])
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod, name: 'Zawias' },
      files: [],
    });
  expect(await desk.push()).toMatchObject({ done: 2, stopped: null });
  const codes = desk.service.state.all('fittings').map(({ kod }) => kod);
  expect(codes).toEqual(expect.arrayContaining([LONG, 'ZAW-901']));
});
