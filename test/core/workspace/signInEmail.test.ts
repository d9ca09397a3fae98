import { expect, it } from 'vitest';
import { ACCOUNT, openDesk } from '#test/support/desk.ts';

it('signs in with an e-mail that was copied with spaces and characters of no width', async () => {
  const desk = await openDesk();
  await desk.call('session.login', {
    url: desk.service.url,
    email: `\u200b\u00a0${ACCOUNT.email}\u200e\ufeff `,
    password: ACCOUNT.password,
  });
  expect((await desk.call('status.get', {})).email).toBe(ACCOUNT.email);
});
