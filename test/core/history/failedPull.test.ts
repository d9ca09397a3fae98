import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { settle } from './desk.ts';

it('a pull that failed is listed as not completed', async () => {
  const desk = await openDesk();
  await settle(desk);
  desk.clock.advance(60_000);
  await desk.service.close();
  await expect(desk.pull()).rejects.toMatchObject({ code: 'offline' });
  await settle(desk);
  const { pulls } = await desk.call('pulls.list', {});
  expect(pulls.slice(0, 4).map(({ complete }) => complete)).toEqual([false, false, false, false]);
  expect(pulls.slice(4).map(({ complete }) => complete)).toEqual([true, true, true, true]);
});
