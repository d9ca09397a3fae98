import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import type { JourneyService } from '#test/support/app.ts';
import { dialog, expectNothingWaits, goTo, pill, send, settleIn, toast } from './support/frame.ts';
import { decision } from './support/outbox.ts';
import { picture } from './support/picture.ts';
import { open, panelOf } from './support/records.ts';

const HINGE = 'ZAW-095-FE';
const NEW_WEIGHT = '0.115';

/** The input of the weight, which suggests known values where it can be edited. */
const weightIn = (place: Locator) => place.getByLabel('Weight', { exact: true });

/** Opens the dialog of a trial from the keyboard, and types a value. */
async function tryWeight(page: Page, panel: Locator): Promise<Locator> {
  await weightIn(panel).focus();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Try to change Weight…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const asked = dialog(page, 'Try to change Weight');
  const input = weightIn(asked);
  await expect(input).toBeFocused();
  await input.fill(NEW_WEIGHT);
  // Closes the suggestions over the buttons.
  await page.keyboard.press('Tab');
  return asked;
}

async function sendTrial(asked: Locator): Promise<void> {
  await asked.getByRole('button', { name: 'Send and check' }).click();
  await expect(asked).toBeHidden();
}

const patches = ({ log }: JourneyService) =>
  log.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

test.describe('a read-only field', () => {
  test('that the server keeps is editable from then on, in the list too', async ({
    app: { page },
    service,
  }) => {
    service.setVariant({ updatesHonoured: 'all' });
    const panel = await open(page, 'Fittings', HINGE);
    await sendTrial(await tryWeight(page, panel));
    await expect(toast(page, 'The server keeps changes of Weight.')).toBeVisible();
    await expectNothingWaits(page);
    expect(patches(service)).toEqual([{ waga: NEW_WEIGHT }]);
    const weight = weightIn(panel);
    await expect(weight).toHaveValue(NEW_WEIGHT);
    await expect(weight).toBeEditable();
    await weight.fill('0.120');
    await page.keyboard.press('Control+s');
    await expect(panel).toContainText('1 pending change');
    await send(page);
    await expectNothingWaits(page);
    expect(patches(service)).toEqual([{ waga: NEW_WEIGHT }, { waga: '0.120' }]);
    // After a restart of the window too.
    await page.reload();
    await expect(weightIn(panelOf(page))).toBeEditable();
  });

  test('that the server refuses stays read-only and shows its words', async ({
    app: { page },
    service,
  }) => {
    service.setVariant({ updatesHonoured: 'refused' });
    const panel = await open(page, 'Fittings', HINGE);
    await sendTrial(await tryWeight(page, panel));
    await expect(toast(page, 'The server does not keep changes of Weight.')).toBeVisible();
    await expect(panel).toContainText('The server did not keep a change of this field');
    await expect(panel).toContainText('Server response: "waga" is not allowed');
    await expect(weightIn(panel)).toHaveValue('0.111');
    await expectNothingWaits(page);
    await goTo(page, 'History');
    await expect(page.getByRole('main')).toContainText('Sent with a note "waga" is not allowed');
  });

  test('waits in the outbox without a connection and is learned when it is sent', async ({
    app: { page },
    service,
  }) => {
    test.slow();
    service.setVariant({ updatesHonoured: 'documented' });
    await settleIn(page, '10');
    const panel = await open(page, 'Fittings', HINGE);
    await service.stop();
    await sendTrial(await tryWeight(page, panel));
    await expect(pill(page)).toContainText('1 pending');
    await expect(weightIn(panel)).toHaveValue(NEW_WEIGHT);
    await service.comeBack();
    await send(page);
    const card = await decision(page, 'Sent, but the old value is still shown');
    await expect(card).toContainText('still returns the old value');
    await picture(page, 'trial-old-value');
    await expect(page.getByText('No decisions needed')).toBeVisible({ timeout: 45_000 });
    await open(page, 'Fittings', HINGE);
    await expect(panel).toContainText('The server did not keep a change of this field');
    await expectNothingWaits(page);
    expect(patches(service)).toEqual([{ waga: NEW_WEIGHT }]);
  });
});
