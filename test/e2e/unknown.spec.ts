import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { goTo, pill, send, settleIn } from './support/frame.ts';
import { decision, lineOf } from './support/outbox.ts';
import { addFitting, find, rowOf } from './support/records.ts';
import { held, writes } from './support/service.ts';

const CODE = 'ZAW-200-XX';
const FITTINGS = '/adminapi/fittings';

test.describe('a new record whose answer is lost', () => {
  test('is unknown, says what Cabinet will do, and is looked up instead of sent again', async ({
    app: { page },
    service,
  }) => {
    await settleIn(page, '15');
    await addFitting(page, CODE);
    service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'lostAnswer' });
    await send(page);
    await expect(pill(page)).toContainText('1 to decide');
    const card = await decision(page, 'The server did not respond');
    await expect(card).toContainText('Outcome unknown');
    await expect(card).toContainText('Cabinet will check before it tries again.');
    await expect(card).toContainText(`Cabinet searches for the code ${CODE}.`);
    await expect(card.getByText(/^Next check at \d/)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Check now' })).toBeDisabled();
    await expect(card.getByRole('list', { name: 'Attempts' })).toContainText('no response');
    await expect(page.getByText('No decisions needed')).toBeVisible({ timeout: 45_000 });
    await goTo(page, 'Outbox');
    await expect(lineOf(page, CODE)).toContainText('Sent');
    expect(held(service, 'fittings', CODE)).toHaveLength(1);
    expect(writes(service).map(({ method }) => method)).toEqual(['POST']);
    await find(page, 'Fittings', CODE);
    await expect(rowOf(page, CODE)).toHaveCount(1);
  });

  test('is sent again only when the look shows that it never arrived', async ({
    app: { page },
    service,
  }) => {
    await settleIn(page, '1');
    await addFitting(page, CODE);
    service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'resetBefore' });
    await send(page);
    await goTo(page, 'Outbox');
    await expect(lineOf(page, CODE)).toContainText('Sent', { timeout: 45_000 });
    expect(held(service, 'fittings', CODE)).toHaveLength(1);
    const asked = service.log.filter(({ path, method }) => path.startsWith(FITTINGS) && method);
    const order = asked.map(({ method, path }) => (path.includes('getByKod') ? 'look' : method));
    expect(order.indexOf('look', order.indexOf('POST'))).toBeLessThan(order.lastIndexOf('POST'));
  });
});
