import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import http from 'node:http';
import { test } from '#test/support/app.ts';
import { cellOf, find, open } from './support/records.ts';
import { idOf } from './support/service.ts';

/** Starts a foreign site that records every request, so a leak of our page would show. */
async function startElsewhere(): Promise<{ url: string; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(String(request.url));
    response.end('globalThis.hit = "elsewhere"');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${at.port}/`, asked, close: () => void server.close() };
}

/** Runs in the page: tries the attacks of injected markup. */
function intrude(elsewhere: string): Promise<string[]> {
  const hit = 'globalThis.hit = "inline"';
  const thrown: string[] = [];
  const attempt = (what: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      thrown.push(`${what} ${error instanceof Error ? error.name : ''}`);
    }
  };
  const add = <K extends keyof HTMLElementTagNameMap>(name: K, values: Record<string, string>) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
    document.body.append(element);
    return element;
  };
  attempt('markup', () => {
    add('div', {}).innerHTML = `<img src=x onerror='${hit}'>`;
  });
  attempt('script text', () => {
    document.createElement('script').text = hit;
  });
  attempt('script address', () => {
    document.createElement('script').src = elsewhere;
  });
  attempt('worker', () => void new Worker(`${elsewhere}worker.js`));
  // oxlint-disable-next-line typescript/no-implied-eval -- what an intruder would try
  attempt('timer', () => void setTimeout(hit, 0));
  attempt('handler', () => void add('img', { src: 'data:,x', onerror: hit }));
  attempt('link', () => add('a', { href: `javascript:${hit}` }).click());
  attempt('frame', () => void add('iframe', { src: elsewhere }));
  attempt('object', () => void add('object', { data: elsewhere }));
  attempt('picture', () => void add('img', { src: `${elsewhere}p.png` }));
  attempt('style', () => void add('link', { rel: 'stylesheet', href: `${elsewhere}s.css` }));
  attempt('base', () => void add('base', { href: elsewhere }));
  attempt('form', () => add('form', { action: elsewhere, method: 'post' }).submit());
  attempt('beacon', () => void navigator.sendBeacon(`${elsewhere}b`, 'x'));
  return fetch(elsewhere).then(
    () => ['fetched', ...thrown],
    () => thrown,
  );
}

const DIRECTIVES = [
  'require-trusted-types-for',
  'script-src-elem',
  'style-src-elem',
  'img-src',
  'connect-src',
  'frame-src',
  'base-uri',
  'form-action',
];

const hitIn = (page: Page) => page.evaluate(() => (globalThis as { hit?: string }).hit ?? null);

test('E7: whatever gets into the page runs nothing and tells nobody', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const elsewhere = await startElsewhere();
  const thrown = await page.evaluate(intrude, elsewhere.url);
  expect(thrown).toEqual(
    expect.arrayContaining([
      'markup TypeError',
      'script text TypeError',
      'script address TypeError',
      'worker TypeError',
      'timer TypeError',
      'handler TypeError',
    ]),
  );
  // The content security policy must have refused each attack; failing by chance is not enough.
  const missing = async () => {
    const refused = new Set((await app.violations()).map((each) => each.split(' ')[0]));
    return DIRECTIVES.filter((each) => !refused.has(each));
  };
  await expect.poll(missing).toEqual([]);
  expect(await hitIn(page)).toBeNull();
  expect(elsewhere.asked).toEqual([]);
  elsewhere.close();
});

const HOSTILE =
  '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>**b** [x](javascript:1)';

test('R7: markup in what the service says is shown as the text it is', async ({ app, service }) => {
  const { page } = app;
  service.state.patch('fittings', idOf(service, 'fittings', 'ZAW-110-FE'), { name: HOSTILE });
  await page.keyboard.press('ControlOrMeta+r');
  await find(page, 'Fittings', 'ZAW-110-FE');
  await expect(await cellOf(page, 'ZAW-110-FE', 'Name')).toHaveText(HOSTILE);
  const panel = await open(page, 'Fittings', 'ZAW-110-FE');
  await expect(panel.getByRole('heading', { level: 2 })).toContainText(HOSTILE);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await hitIn(page)).toBeNull();
  expect(await app.violations()).toEqual([]);
});
