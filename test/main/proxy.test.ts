import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { startProxy } from '#test/support/startProxy.ts';
import { handedToSeal, startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('T8: the desktop asks the system for the proxy, and seals its password', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const proxy = await startProxy({ account: 'anna:Tajne-hasło-4711' });
  program.double.control.proxies = `PROXY 127.0.0.1:${proxy.port}; DIRECT`;
  const page = program.page();
  const url = `http://catalogue.test:${service.port}`;
  const signIn = () => page.call('session.login', { url, ...ACCOUNT, unencrypted: true });
  await expect(signIn()).rejects.toMatchObject({
    code: 'wrong-address',
    details: { why: { code: 'proxy-password' } },
  });
  const asked = program.double.calls.find(({ name }) => name === 'session.resolveProxy');
  expect(asked?.args).toEqual([url]);
  const info = await page.call('proxy.signIn', { user: 'anna', password: 'Tajne-hasło-4711' });
  expect(info).toMatchObject({ address: proxy.url, hasPassword: true, asks: false });
  const sealed = JSON.parse(handedToSeal(program).at(-1) ?? '');
  expect(sealed).toMatchObject({ address: proxy.url, user: 'anna', password: 'Tajne-hasło-4711' });
  expect(await signIn()).toMatchObject({ url });
  expect(proxy.seen.at(-1)).toBe(`POST ${url}/admin/login`);
});
