import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JsonObject } from '#contract/json.ts';
import { goTo, send } from './support/frame.ts';
import { held, idOf } from './support/service.ts';

const LINKED = 'ZAW-155-FE';

/** The forms in which a catalogue may hold links; the document leaves it open (doc §2.3). */
const FORMS = [
  ['codes', 'Related 1', ({ kod }: JsonObject) => String(kod)],
  ['ids', 'Related 1', ({ _id }: JsonObject) => String(_id)],
  ['objects', 'Related 1 kod', ({ kod }: JsonObject) => ({ kod: String(kod) })],
] as const;

for (const [form, label, linkTo] of FORMS)
  test(`related fittings are picked and sent as ${form}, as this catalogue holds them`, async ({
    app: { page },
    service,
  }) => {
    test.slow();
    const all = service.state.all('fittings');
    for (const [at, { _id }] of all.entries())
      service.state.patch('fittings', String(_id), {
        connected: [linkTo(all[(at + 1) % all.length] ?? {})],
      });
    await page.keyboard.press('Control+r');
    await expect(page.getByText(/records changed by others/)).toBeVisible();

    await goTo(page, 'Fittings');
    await page.getByRole('button', { name: 'Add: Fitting' }).click();
    const panel = page.getByRole('complementary', { name: 'New: Fitting' });
    await panel.getByRole('textbox', { name: 'Code', exact: true }).fill('ZAW-NEW');
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Zawias nowy');
    await panel.getByRole('textbox', { name: 'Price', exact: true }).fill('17,45');
    const cell = panel.getByLabel(label, { exact: true });
    await cell.fill(LINKED);
    await expect(page.getByRole('option').filter({ hasText: LINKED }).first()).toBeVisible();
    await cell.press('Enter');
    await expect(panel.getByText('Zawias', { exact: false }).first()).toBeVisible();
    await panel.getByRole('button', { name: 'Create' }).click();
    await expect(panel).toBeHidden();
    await send(page);
    const linked = service.state
      .all('fittings')
      .find(({ _id }) => _id === idOf(service, 'fittings', LINKED));
    await expect
      .poll(() => held(service, 'fittings', 'ZAW-NEW'))
      .toMatchObject([{ connected: [linkTo(linked ?? {})] }]);
  });
