import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { Locator, Page } from '@playwright/test';
import { goTo, pill, send, toast } from './support/frame.ts';
import { find, grid, open, panelOf, rowOf } from './support/records.ts';

const HINGE = 'ZAW-095-FE';

/** Opens the form for a new edge band; its name has the focus. */
async function begin(page: Page): Promise<Locator> {
  await page.keyboard.press('Alt+n');
  const creation = page.getByRole('complementary');
  await creation.getByRole('textbox', { name: 'Code', exact: true }).fill('NEW-1');
  await creation.getByRole('textbox', { name: 'Name', exact: true }).fill('New band');
  return creation;
}

/** Holds back the calls of a procedure; returns a function that releases them. */
async function holdCalls(page: Page, call: string): Promise<() => Promise<void>> {
  await page.evaluate((name) => {
    const held: (() => void)[] = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (this: WebSocket, frame: string) {
      if (frame.includes(`"${name}"`)) held.push(() => send.call(this, frame));
      else send.call(this, frame);
    };
    addEventListener('release', () => {
      WebSocket.prototype.send = send;
      for (const each of held) each();
    });
  }, call);
  return () => page.evaluate(() => void dispatchEvent(new Event('release')));
}

test.describe('the focus in the panel', () => {
  test('stays in the field when it is kept with Ctrl+S', async ({ app: { page } }) => {
    const panel = await open(page, 'Fittings', HINGE);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Zawias');
    await page.keyboard.press('Control+s');
    await expect(panel).toContainText('1 pending change');
    await expect(name).toBeFocused();
    await name.fill('Zawias 2');
    await page.keyboard.press('Control+s');
    await expect(panel).not.toContainText('Save');
    await expect(name).toBeFocused();
  });

  test('goes on in the same field of a record that was just made', async ({ app: { page } }) => {
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await begin(page);
    await page.keyboard.press('Control+s');
    const name = panelOf(page).getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('New band');
    await expect(name).toBeFocused();
  });
});

test.describe('a form that is discarded', () => {
  test('is there again by Undo, with its words', async ({ app: { page } }) => {
    const panel = await open(page, 'Fittings', HINGE);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    const before = await name.inputValue();
    await name.fill('Zawias nowy');
    await panel.getByRole('button', { name: 'Discard' }).click();
    await expect(name).toHaveValue(before);
    await toast(page, 'Draft discarded').getByRole('button', { name: 'Undo' }).click();
    await expect(name).toHaveValue('Zawias nowy');
  });
});

test.describe('a text that is not kept yet', () => {
  test('goes on while its new record gets its id from the service', async ({
    app: { page },
    service,
  }) => {
    const gate = Promise.withResolvers<void>();
    service.addFault({
      on: { method: 'POST', path: /edge/ },
      nth: 1,
      kind: 'hook',
      hook: (phase) => (phase === 'before' ? gate.promise : undefined),
    });
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await begin(page);
    await page.keyboard.press('Control+s');
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(pill(page)).toContainText('Sending');
    await page.keyboard.press('End');
    await page.keyboard.type(' and m');
    gate.resolve();
    // Typed without a pause, so that none of it is written when the id arrives.
    for (const letter of 'ore and more of it') await page.keyboard.type(letter, { delay: 40 });
    await expect(pill(page)).not.toContainText('Sending');
    await expect(panel).not.toContainText('no id yet');
    await page.keyboard.type('!');
    await expect(name).toHaveValue('New band and more and more of it!');
    await expect(name).toBeFocused();
  });

  test('while its record is being made is in the form of that record', async ({ app: { page } }, {
    project,
  }) => {
    test.skip(project.name === 'electron', 'Calls can be held back on a socket alone.');
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    const creation = await begin(page);
    const release = await holdCalls(page, 'records.create');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('End');
    await page.keyboard.type(' 2');
    await expect(creation.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'New band 2',
    );
    await release();
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('New band 2');
    await expect(panel).toContainText('restored. It is not saved yet.');
    await page.keyboard.press('Alt+n');
    await expect(creation.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
  });

  test('that was queued does not call back who has gone on meanwhile', async ({ app: { page } }, {
    project,
  }) => {
    test.skip(project.name === 'electron', 'Calls can be held back on a socket alone.');
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await begin(page);
    const release = await holdCalls(page, 'records.create');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: /^New: / })).toBeHidden();
    await grid(page).getByRole('row').nth(2).getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    const title = panel.getByRole('heading').first();
    const other = (await title.textContent()) ?? '';
    await release();
    await expect(toast(page, 'New record ready to send')).toBeVisible();
    await expect(title).toHaveText(other);
  });

  test('is there again when its new record has got its id from the service', async ({
    app: { page },
  }) => {
    await goTo(page, 'Edge bands');
    await expect(grid(page)).toBeVisible();
    await begin(page);
    await page.keyboard.press('Control+s');
    const panel = panelOf(page);
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('New band');
    await name.fill('Half typed');
    await page.keyboard.press('Escape');
    await goTo(page, 'Outbox');
    await send(page);
    await find(page, 'Edge bands', 'NEW-1');
    await rowOf(page, 'NEW-1').getByText('New band').click();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Half typed',
    );
    await page.reload();
    await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Half typed',
    );
  });
});
