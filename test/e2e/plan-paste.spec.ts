import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, toast } from './support/frame.ts';
import { begin, section } from './support/plan.ts';

/** Copies a text as a spreadsheet does. */
async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const give = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', given);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('copy', give, { capture: true, once: true });
  }, text);
  await page.keyboard.press('ControlOrMeta+C');
}

test.describe('rows of a spreadsheet that are pasted into a plan', () => {
  test('takes rows pasted from a spreadsheet, by the names of their columns', async ({
    app: { page, faults },
    service,
  }) => {
    await begin(page);
    const known = String(service.state.all('materials')[0]?.['SIFRA']);
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Materials', level: 2 }) })
      .getByRole('button', { name: 'Paste from spreadsheet…' })
      .click();
    const question = dialog(page, 'Paste from spreadsheet');
    await question
      .getByRole('textbox', { name: 'Spreadsheet rows' })
      .fill(`SIFRA\tNazwa\tUwagi\tCena\n00417-TT\tDąb nowy\tx\t12,50\n${known}\tInna\t\t\n`);
    await expect(question.getByRole('cell', { name: '00417-TT' })).toBeVisible();
    await expect(question.getByRole('combobox', { name: 'Field for column Cena' })).toHaveValue(
      'price',
    );
    await expect(question.getByRole('combobox', { name: 'Field for column Uwagi' })).toHaveValue(
      '',
    );
    await expectAccessible(page, 'pasted rows');
    // Escape asks before it drops the typed rows. After they were taken nothing is asked.
    await page.keyboard.press('Escape');
    await dialog(page, 'Discard these rows?').getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Add 2 rows' }).click();
    await expect(toast(page, '2 rows added to the plan')).toBeVisible();
    const materials = section(page, 'Materials');
    await expect(materials.getByRole('button', { name: /Dąb nowy/ }).first()).toContainText(
      '00417-TT',
    );
    await expect(materials).toContainText('Existing');
    await expect(materials).toContainText('stays unchanged');
    // A paste outside of any field opens the same question.
    await page.locator('.plan').evaluate((target) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'kod\tnazwa\nF-1\tZawias');
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(question.getByRole('cell', { name: 'F-1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog(page, 'Discard these rows?')).toBeHidden();
    expect(faults).toEqual([]);
  });

  test('takes rows that are pasted where nothing in it has the focus', async ({
    app: { page },
  }) => {
    await begin(page);
    await page.getByRole('textbox', { name: 'Plan name' }).blur();
    await copy(page, 'kod\tnazwa\nF-1\tZawias');
    await page.keyboard.press('ControlOrMeta+V');
    const question = dialog(page, 'Paste from spreadsheet');
    await expect(question.getByRole('cell', { name: 'F-1' })).toBeVisible();
    await question.getByRole('combobox', { name: 'Kind of records' }).selectOption('Fittings');
    // A paste inside the question changes that question.
    await question.getByRole('checkbox', { name: 'First row contains column names' }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await question.getByRole('button', { name: 'Add 1 row' }).click();
    await expect(section(page, 'Fittings')).toContainText('Zawias');
    await toast(page, '1 row added to the plan').getByRole('button', { name: 'Undo' }).click();
    await expect(section(page, 'Fittings')).not.toContainText('Zawias');
  });
});
