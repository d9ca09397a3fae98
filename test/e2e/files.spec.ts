import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import type { SeedData } from '#reference/server.ts';
import { test } from '#test/support/app.ts';
import {
  contentAt,
  dropFiles,
  dropFolder,
  sha256Of,
  uploaded,
  writeFile,
} from './support/files.ts';
import { expectAccessible } from './support/axe.ts';
import { dialog, goTo, pill, send, toast } from './support/frame.ts';
import { find, grid, open, panelOf, rowOf } from './support/records.ts';
import { theRecord } from './support/service.ts';

const OBJ = 'uploads/fittings/prowadnik-h0.obj';
const PNG = 'add-product/u1001.png';

/** Returns distinct codes of fittings. */
function codesOf(seed: SeedData, count: number): readonly string[] {
  const codes = (seed.fittings ?? []).map((record) => String(record['kod']));
  return codes.filter((code) => codes.indexOf(code) === codes.lastIndexOf(code)).slice(0, count);
}

const list = (page: Page) => page.locator('[data-drop-list][data-drop-kind="fittings"]');

test.describe('a folder dropped on a list', () => {
  test('goes to the records whose codes its names carry, and every byte arrives', async ({
    app: { page },
    service,
    place,
    seed,
  }) => {
    test.slow();
    const folder = path.join(place, 'z CAD');
    const codes = codesOf(seed, 40);
    const names = codes.map((code, index) => {
      if (index >= 37) return `rysunek ${index}.png`;
      return index % 2 === 0 ? `${code}.obj` : `widoki/${code.toLowerCase()}_1.png`;
    });
    const files = names.map((name, index) =>
      writeFile(folder, name, name.endsWith('.obj') ? OBJ : PNG, `file ${index}`),
    );
    fs.writeFileSync(path.join(folder, '.DS_Store'), 'litter');
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'not for the service');
    const hashes = files.map(sha256Of);

    await goTo(page, 'Fittings');
    await expect(grid(page)).toBeVisible();
    await dropFolder(list(page), folder);
    const box = dialog(page, '41 files · Fittings');
    await expect(box).toContainText('3 files need a record');
    await expect(box.getByRole('button', { name: 'Ready 37' })).toBeVisible();
    await expect(box.getByRole('button', { name: /^Add \d/ })).toBeDisabled();
    await box.getByRole('button', { name: 'Not added 1' }).click();
    await expect(box.getByRole('listitem', { name: 'notes.txt' })).toContainText(
      '.txt files are not supported. Supported: jpg, jpeg, png, svg, bmp, tga, e3d, obj, dae, wrl, fbx',
    );
    await expectAccessible(page, 'the dialog of a drop');

    await box.getByRole('button', { name: 'Need a decision 3' }).click();
    for (const index of [37, 38, 39]) {
      const field = box.getByLabel(`Record for rysunek ${index}.png`);
      await field.fill(codes[index] ?? '');
      await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(
        codes[index] ?? '',
      );
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue(codes[index] ?? '');
    }
    await box.getByLabel('Name in Outbox').fill('Rysunki z CAD');
    await box.getByRole('button', { name: 'Add 40 files' }).click();
    await expect(box).toBeHidden();
    await expect(toast(page, '40 files ready to send')).toBeVisible();

    fs.rmSync(folder, { recursive: true });
    const before = new Set(uploaded(service));
    await page.keyboard.press('Control+Enter');
    await expect(pill(page)).not.toContainText(/Sending|\d pending|decide/, { timeout: 90_000 });
    const arrived = uploaded(service).filter((hash) => !before.has(hash));
    expect([...arrived].toSorted()).toEqual([...hashes].toSorted());
    for (const [index, code] of codes.entries()) {
      const record = theRecord(service, 'fittings', code);
      const pictures = Array.isArray(record['images']) ? record['images'] : [];
      const held = [record['model'], ...pictures].map((where) => contentAt(service, where));
      expect(held, code).toContain(hashes[index]);
    }
  });

  test('dropped on a row it is that record’s, unless a name says another code', async ({
    app: { page },
    place,
    seed,
  }) => {
    const [first = '', second = ''] = codesOf(seed, 2);
    const plain = writeFile(place, 'front.png', PNG, 'plain');
    const other = writeFile(place, `${second}.png`, PNG, 'other');
    await find(page, 'Fittings', first.slice(0, 7));
    await dropFiles(rowOf(page, first), [plain]);
    await expect(toast(page, `${first}: 1 file ready to send`)).toBeVisible();
    await dropFiles(rowOf(page, first), [plain, other]);
    const box = dialog(page, '2 files · Fittings');
    await expect(box.getByLabel(`Record for ${second}.png`)).toHaveValue(second);
    await box.getByRole('button', { name: `Add all to ${first}` }).click();
    await expect(box.getByLabel('Record for front.png')).toHaveValue(first);
    await box.getByRole('button', { name: 'Discard' }).click();
    await expect(box).toBeHidden();
  });
});

test.describe('the way by button and keyboard', () => {
  test('does what a drop does', async ({ app: { page }, place, seed }) => {
    const [code = ''] = codesOf(seed, 1);
    const file = writeFile(place, `${code}.obj`, OBJ, 'by key');
    await goTo(page, 'Fittings');
    await page.keyboard.press('Control+k');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('match files');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file);
    const box = dialog(page, '1 file · Fittings');
    await expect(box.getByLabel(`Record for ${code}.obj`)).toHaveValue(code);
    const queue = box.getByRole('button', { name: 'Add 1 file' });
    // The file is being copied first; a key on a disabled button does nothing.
    await expect(queue).toBeEnabled();
    await queue.press('Enter');
    await expect(toast(page, '1 file ready to send')).toBeVisible();
  });
});

test.describe('a copy that fails', () => {
  test('is told, and tried again alone', async ({ app: { page }, place, seed }) => {
    const codes = codesOf(seed, 3);
    const files = codes.map((code) => writeFile(place, `${code}.obj`, OBJ, code));
    const asked: string[] = [];
    let broken = true;
    await page.route('**/files', async (route) => {
      const name = decodeURIComponent(route.request().headers()['x-cabinet-file-name'] ?? '');
      asked.push(name);
      if (broken && name === `${codes[1]}.obj`) await route.abort();
      else await route.continue();
    });
    await goTo(page, 'Fittings');
    await dropFiles(list(page), files);
    const box = dialog(page, '3 files · Fittings');
    await expect(box.getByRole('listitem', { name: `${codes[1]}.obj` })).toContainText(
      'was interrupted',
    );
    broken = false;
    asked.length = 0;
    await box.getByRole('button', { name: 'Retry 1' }).click();
    await expect(box.getByRole('listitem', { name: `${codes[1]}.obj` })).toContainText('Copied');
    expect(asked).toEqual([`${codes[1]}.obj`]);
    await box.getByRole('button', { name: 'Add 3 files' }).click();
    await expect(box).toBeHidden();
  });
});

test.describe('the files of a record', () => {
  test('a refused file is told with what is taken, and the others are queued', async ({
    app: { page },
    place,
  }) => {
    const panel = await open(page, 'Materials', 'H1151-18');
    const text = writeFile(place, 'readme.txt', PNG, 'text');
    const picture = writeFile(place, 'dąb.png', PNG, 'oak');
    await dropFiles(panel.locator('.record'), [text, picture]);
    const tray = page.getByRole('region', { name: 'Files being added' });
    await expect(tray).toContainText('.txt files are not supported.');
    await expect(tray).toContainText('Supported: jpg, jpeg, png, svg, bmp');
    await expect(toast(page, 'H1151-18: 1 file ready to send')).toBeVisible();
    await tray.getByRole('button', { name: 'Dismiss' }).click();
    await expect(tray).toBeHidden();
  });

  test('a picture takes the place of another, which stays in sight until it is confirmed', async ({
    app: { page },
    service,
    place,
  }) => {
    const code = 'ZAW-110-FE';
    const was = theRecord(service, 'fittings', code)['images'] as readonly string[];
    const panel = await open(page, 'Fittings', code);
    await panel.getByRole('tab', { name: /^Files/ }).click();
    const field = panel.getByRole('region', { name: 'Images', exact: true });
    const old = path.basename(was[0] ?? '');
    const picture = writeFile(place, 'nowe.png', PNG, 'new');
    const chooser = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: `Replace ${old}…` }).click();
    await (await chooser).setFiles(picture);
    await expect(field.getByRole('button', { name: 'Enlarge nowe.png' })).toBeVisible();
    await expect(field.getByRole('img', { name: `Replaces ${old}` })).toBeVisible();
    await expect(field).toContainText('Pending');
    await expectAccessible(page, 'the files of a fitting');
    await send(page);
    await expect(field).not.toContainText('Pending');
    const now = theRecord(service, 'fittings', code)['images'] as readonly string[];
    expect(now).toHaveLength(was.length);
    expect(contentAt(service, now[0])).toBe(sha256Of(picture));
    expect(now[1]).toBe(was[1]);
  });

  test('a product’s picture leaves, comes back by undo, and others join', async ({
    app: { page },
    service,
    place,
  }) => {
    const name = 'Szafa Sawa 2D 90';
    const was = theRecord(service, 'products', name)['images'] as readonly string[];
    await find(page, 'Products', name);
    await grid(page).getByRole('gridcell', { name, exact: true }).click();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    await panel.getByRole('tab', { name: /^Files/ }).click();
    const field = panel.getByRole('region', { name: 'Images', exact: true });
    const [first = '', second = ''] = was.map((each) => path.basename(each));
    await field.getByRole('button', { name: `Remove ${first}` }).click();
    await expect(field.getByRole('deletion')).toHaveText(first);
    await field.getByRole('button', { name: 'Undo changes' }).click();
    await expect(field.getByRole('deletion')).toHaveCount(0);
    await field.getByRole('button', { name: `Remove ${second}` }).click();
    await expect(field.getByRole('deletion')).toHaveText(second);
    const files = ['a.png', 'b.png'].map((each) => writeFile(place, each, PNG, each));
    await dropFiles(panel.locator('.record'), files);
    await expect(field.getByRole('button', { name: 'Enlarge b.png' })).toBeVisible();
    await send(page);
    await expect(field).not.toContainText('Pending');
    const now = theRecord(service, 'products', name)['images'] as readonly string[];
    expect(now.map((each) => contentAt(service, each) ?? each).toSorted()).toEqual(
      [was[0] ?? '', ...files.map(sha256Of)].toSorted(),
    );
  });

  test('Space shows a picture as large as the window, arrows go to the others', async ({
    app: { page },
  }) => {
    const panel = await open(page, 'Fittings', 'ZAW-110-FE');
    await panel.getByRole('tab', { name: /^Files/ }).click();
    await panel
      .getByRole('button', { name: /^Enlarge / })
      .first()
      .focus();
    await page.keyboard.press('Space');
    const look = page.getByRole('dialog', { name: /^Image / });
    await expect(look).toContainText('1 of 2');
    const picture = look.getByRole('img');
    await expect(picture).toBeVisible();
    const before = await picture.getAttribute('src');
    await page.keyboard.press('ArrowRight');
    await expect(look).toContainText('2 of 2');
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    await page.keyboard.press('Escape');
    await expect(look).toBeHidden();
  });

  test('a model shows the size that its record has', async ({ app: { page }, service }) => {
    const code = 'ZAW-110-FE';
    const size = theRecord(service, 'fittings', code)['wymiary'] as Record<string, string>;
    const panel = await open(page, 'Fittings', code);
    await panel.getByRole('tab', { name: /^Files/ }).click();
    const model = panel.getByRole('region', { name: '3D model', exact: true });
    await expect(model).toContainText(`${size['x']} × ${size['y']} × ${size['z']} mm`);
    await model.getByRole('button', { name: 'Open in 3D' }).click();
    const large = page.getByRole('dialog', { name: /^ZAW-110-FE · / });
    await large.getByRole('button', { name: 'Use this view as image' }).click();
    await expect(toast(page, `${code}: 1 file ready to send`)).toBeVisible();
  });
});
