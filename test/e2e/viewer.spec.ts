import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { expectAccessible } from './support/axe.ts';
import type { GivenFile, ShowOptions } from './viewer/page.ts';
import { MODELS, test } from './viewer/viewerTest.ts';

const served = (...names: readonly string[]): GivenFile[] =>
  names.map((name) => ({ name, url: `/models/${name}` }));
const text = (name: string) => fs.readFileSync(path.join(MODELS, name), 'utf8');

async function show(page: Page, files: readonly GivenFile[], options: ShowOptions = {}) {
  await page.evaluate(([given, how]) => window.viewer.show(given, how), [files, options] as const);
}

/** Returns the data of all events with a name that the viewer sent to its owner. */
function told(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) =>
      window.viewer.said
        .filter((each) => Array.isArray(each) && each[0] === wanted)
        .map((each) => (each as unknown[])[1]),
    name,
  );
}

// A machine without a graphics card draws in software, and may be busy.
const shown = expect.configure({ timeout: 30_000 });

const picture = (page: Page) => page.getByRole('application', { name: /3D model/ });
const sizeOf = (page: Page) => page.getByRole('status', { name: 'Size' });

test.describe('a model', () => {
  test.use({ viewport: { width: 900, height: 560 } });
  for (const [name, size] of [
    ['cabinet.obj', '600 × 720 × 585, unit unknown'],
    ['cabinet.dae', '600 × 585 × 720 mm'],
    ['cabinet.fbx', '600 × 720 × 585 mm'],
    ['cabinet-ascii.fbx', '6,000 × 5,850 × 7,200 mm'],
    ['cabinet.wrl', '600 × 720 × 585, unit unknown'],
  ] as const)
    test(`${name} is measured, and looks as it should`, async ({ viewer, faults }) => {
      await show(viewer, served(name, 'cabinet.mtl', 'okl.png'), { compact: true });
      await shown(sizeOf(viewer)).toHaveText(size);
      const thumbnail = await viewer.evaluate(
        (files) => window.viewer.thumbnail(files, 160),
        served(name, 'cabinet.mtl', 'okl.png'),
      );
      expect(Buffer.from(thumbnail, 'base64')).toMatchSnapshot(`${name}.png`, {
        threshold: 0.25,
        maxDiffPixelRatio: 0.03,
      });
      expect(faults.filter((each) => !each.includes('favicon') && !each.includes('404'))).toEqual(
        [],
      );
    });

  test('is asked for its unit where the file does not say, and gives its sizes in millimetres', async ({
    viewer,
  }) => {
    await show(viewer, served('cabinet.obj', 'cabinet.mtl', 'okl.png'));
    await expect(viewer.getByRole('button', { name: 'Use these sizes' })).toHaveCount(0);
    await viewer.getByRole('combobox', { name: 'Unit' }).first().selectOption('cm');
    await shown(sizeOf(viewer)).toHaveText('6,000 × 7,200 × 5,850 mm');
    expect(await told(viewer, 'unit')).toEqual(['cm']);
    await viewer.getByRole('button', { name: 'Use these sizes' }).click();
    expect(await told(viewer, 'sizes')).toEqual([
      {
        minX: '-3000',
        minY: '0',
        minZ: '-2800',
        maxX: '3000',
        maxY: '7200',
        maxZ: '3050',
        wymiary: { x: '6000', y: '7200', z: '5850' },
      },
    ]);
  });

  test('says what is missing, and takes it when it is located', async ({ viewer }) => {
    await show(viewer, served('cabinet.obj', 'cabinet.mtl'));
    await expect(viewer.getByText('Missing: okl.png')).toBeVisible();
    const chooser = viewer.waitForEvent('filechooser');
    await viewer.getByRole('button', { name: 'Locate the missing files' }).click();
    const found = await chooser;
    await found.setFiles([path.join(MODELS, 'okl.png'), path.join(MODELS, 'cabinet.wrl')]);
    await expect(viewer.getByText('Missing: okl.png')).toHaveCount(0);
    expect(await told(viewer, 'located')).toEqual([['okl.png']]);
  });

  test('is turned, fitted and photographed with the keyboard alone', async ({ viewer }) => {
    await show(viewer, served('cabinet.dae', 'okl.png'));
    await picture(viewer).focus();
    const frames = () =>
      viewer.evaluate(() =>
        Number(document.querySelector<HTMLElement>('.model canvas')?.dataset['drawn'] ?? 0),
      );
    await expect.poll(frames).toBeGreaterThan(0);
    for (const key of ['ArrowLeft', '1', '2', '3', '4', 'w', 'g', '+', '-', 'f']) {
      const before = await frames();
      await viewer.keyboard.press(key);
      await expect.poll(frames, `after ${key}`).toBeGreaterThan(before);
    }
    await expect(viewer.getByRole('button', { name: 'Wireframe (W)' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(viewer.getByRole('button', { name: 'Grid and rulers (G)' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await viewer.getByRole('button', { name: 'Use this view as image' }).press('Enter');
    await expect.poll(() => told(viewer, 'picture'), { timeout: 30_000 }).toHaveLength(1);
    const [taken] = await told(viewer, 'picture');
    expect(taken).toMatchObject({ name: 'cabinet.png', type: 'image/png', width: 1600 });
    expect(taken).toHaveProperty('ink');
    const { ink } = taken as { ink: number };
    expect(ink).toBeGreaterThan(0.02);
    expect(ink).toBeLessThan(0.9);
  });

  test('is placed and aimed in numbers, a comma being as good as a point', async ({ viewer }) => {
    await show(viewer, served('cabinet.dae', 'okl.png'), { place: true });
    await viewer.getByRole('textbox', { name: 'Placement Y' }).fill('12,5');
    expect((await told(viewer, 'placement')).at(-1)).toEqual({
      x: '10',
      y: '12.5',
      z: '0',
      scale: '1',
    });
    await viewer.getByRole('textbox', { name: 'Direction X' }).fill('abc');
    await expect(viewer.getByRole('textbox', { name: 'Direction X' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(await told(viewer, 'direction')).toEqual([]);
    await show(viewer, served('cabinet.dae'), { place: true, locked: true });
    await expect(viewer.getByRole('textbox', { name: 'Placement Y' })).not.toBeEditable();
  });

  test('that is E3D is labelled honestly', async ({ viewer }) => {
    await show(viewer, [{ name: 'szafka.e3d', text: 'anything' }]);
    await expect(viewer.getByText('No preview for E3D')).toBeVisible();
  });
});

test.describe('a broken model', () => {
  test.use({ viewport: { width: 640, height: 420 } });
  const node = (k: number) =>
    `<node id="n${k}">${`<instance_node url="#n${k - 1}"/>`.repeat(10)}</node>`;
  const level = (k: number) => `DEF G${k} Group { children [ ${`USE G${k - 1} `.repeat(10)}] }\n`;
  const twelve = (make: (k: number) => string) =>
    Array.from({ length: 12 }, (_, k) => make(k + 1)).join('\n');
  const gzip = zlib.gzipSync(Buffer.alloc(200_000_000));
  const broken: readonly (readonly [string, GivenFile, RegExp])[] = [
    ['0 bytes', { name: 'a.obj', text: '' }, /The file is empty/],
    ['cut off', { name: 'a.dae', text: text('cabinet.dae').slice(0, 9000) }, /it ends at line \d+/],
    [
      'a bomb of entities',
      { name: 'a.dae', text: '<!DOCTYPE a [<!ENTITY b "cc">]>\n<COLLADA>&b;</COLLADA>' },
      /Line 1 declares/,
    ],
    [
      'a bomb of nodes',
      {
        name: 'a.dae',
        text: text('cabinet.dae').replace(
          '</asset>',
          `</asset><library_nodes><node id="n0"/>${twelve(node)}</library_nodes>`,
        ),
      },
      /repeats its parts/,
    ],
    [
      'a bomb of uses',
      { name: 'a.wrl', text: `#VRML V2.0 utf8\nDEF G0 Group { }\n${twelve(level)}` },
      /repeats its parts/,
    ],
    [
      'a bomb of gzip',
      { name: 'a.wrl', base64: gzip.toString('base64') },
      /unpacked file would be larger than 40\.0 MB/,
    ],
    ['VRML 1.0', { name: 'cabinet-v1.wrl', url: '/models/cabinet-v1.wrl' }, /This is a VRML 1\.0/],
    ['an archive', { name: 'a.obj', base64: 'UEsDBAAA' }, /ZIP archive/],
    [
      'nested too deep',
      { name: 'a.wrl', text: `#VRML V2.0 utf8\n${'Group { children [ '.repeat(20_000)}` },
      /more than 200 levels/,
    ],
  ];
  for (const [what, file, sentence] of broken)
    test(`P3: (${what}) ends in a sentence, and the page still answers`, async ({ viewer }) => {
      await show(viewer, [file]);
      await shown(viewer.getByRole('alert')).toContainText(sentence);
      expect(await viewer.evaluate(() => 1 + 1)).toBe(2);
      await show(viewer, served('cabinet.dae', 'okl.png'));
      await shown(sizeOf(viewer)).toHaveText('600 × 585 × 720 mm');
    });

  test('P3: that takes too long is ended, while the page goes on', async ({ viewer }) => {
    const large = `${'v 0 0 0\n'.repeat(3)}${'f 1 2 3\n'.repeat(1_500_000)}`;
    const outcome = viewer.evaluate(
      ([body]) => window.viewer.read([{ name: 'a.obj', text: body }], { milliseconds: 50 }),
      [large] as const,
    );
    expect(await outcome).toMatchObject({ fault: { code: 'stopped' } });
  });
});

test('two million triangles are shown, and the page answers meanwhile', async ({ viewer }) => {
  test.setTimeout(180_000);
  await viewer.evaluate(async () => {
    const side = 1001;
    const lines: string[] = [];
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) lines.push(`v ${x} ${Math.sin(x / 40) * 40} ${y}`);
    for (let y = 0; y < side - 1; y += 1)
      for (let x = 1; x < side; x += 1) {
        const at = y * side + x;
        lines.push(`f ${at} ${at + side} ${at + side + 1}`, `f ${at} ${at + side + 1} ${at + 1}`);
      }
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 20);
    const text = `${lines.join('\n')}\n`;
    last = performance.now();
    longest = 0;
    const { facts, fault } = await window.viewer.read([{ name: 'fala.obj', text }], {
      // A busy machine needs longer than the usual limit, which another test covers.
      milliseconds: 150_000,
    });
    clearInterval(beat);
    window.viewer.said.push(['read', { triangles: facts?.triangles, fault: fault?.code, longest }]);
  });
  const [outcome] = await told(viewer, 'read');
  expect(outcome).toMatchObject({ triangles: 2_000_000 });
  test.info().annotations.push({
    type: 'longest silence of the page, ms',
    description: JSON.stringify(outcome),
  });
});

for (const look of ['light', 'dark'] as const)
  test.describe(`in the ${look} theme`, () => {
    test.use({ look });
    test('nothing stands in the way of anybody', async ({ viewer }) => {
      await show(viewer, served('cabinet.obj', 'cabinet.mtl'), { place: true });
      await shown(sizeOf(viewer)).toBeVisible();
      await expectAccessible(viewer, 'a model with everything beside it');
      await show(viewer, [{ name: 'a.obj', text: 'x' }]);
      await shown(viewer.getByRole('alert')).toBeVisible();
      await expectAccessible(viewer, 'a model that cannot be shown');
    });
  });

test('the card is given back, and a lost one is spoken of', async ({ viewer }) => {
  test.setTimeout(180_000);
  await viewer.setViewportSize({ width: 320, height: 240 });
  // A browser keeps about sixteen WebGL contexts and drops the oldest.
  for (let turn = 0; turn < 18; turn += 1) {
    await show(viewer, served('cabinet.wrl'), { compact: true });
    await shown(sizeOf(viewer)).toBeVisible();
    await viewer.evaluate(() => window.viewer.clear());
    await expect(viewer.locator('.model')).toHaveCount(0);
  }
  await show(viewer, served('cabinet.wrl'), { compact: true });
  await shown(sizeOf(viewer)).toBeVisible();
  await expect(viewer.getByText('The 3D preview was interrupted')).toHaveCount(0);
  await viewer.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.model canvas');
    const loss = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    loss?.loseContext();
    setTimeout(() => loss?.restoreContext(), 500);
  });
  await expect(viewer.getByText('The 3D preview was interrupted')).toBeVisible();
  await expect(viewer.getByText('The 3D preview was interrupted')).toHaveCount(0);
});

test('a small picture is drawn anew where the card was taken away from its thread', async ({
  viewer,
}) => {
  const draw = () =>
    viewer.evaluate((files) => window.viewer.thumbnail(files, 64), served('cabinet.wrl'));
  // Any picture starts the thread that draws all pictures.
  await viewer.evaluate(() => window.viewer.image({ name: 'a.png', text: '' }, 8).catch(() => ''));
  const [thread] = viewer.workers();
  await thread?.evaluate(() => {
    const { getContext } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.getContext = new Proxy(getContext, {
      apply: (real, canvas, given) => {
        const context: unknown = Reflect.apply(real, canvas, given);
        if (context instanceof WebGL2RenderingContext) Reflect.set(globalThis, 'card', context);
        return context;
      },
    });
  });
  const first = await draw();
  const isLost = await thread?.evaluate(() => {
    const card: unknown = Reflect.get(globalThis, 'card');
    if (!(card instanceof WebGL2RenderingContext)) return false;
    card.getExtension('WEBGL_lose_context')?.loseContext();
    return card.isContextLost();
  });
  expect(isLost).toBe(true);
  expect(await draw()).toBe(first);
});
