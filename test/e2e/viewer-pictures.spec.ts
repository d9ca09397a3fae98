import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './viewer/viewerTest.ts';

test.describe('pictures', () => {
  const tga = Buffer.from([
    0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20, 0, 0, 255, 255, 0, 0,
  ]);
  const colours = (page: Page, base64: string) =>
    page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [bitmap.width, bitmap.height, ...(context?.getImageData(0, 0, 2, 1).data ?? [])];
    }, base64);

  test('of a TGA are decoded as they are', async ({ viewer }) => {
    const png = await viewer.evaluate(
      (base64) => window.viewer.image({ name: 'a.tga', base64 }, 0),
      tga.toString('base64'),
    );
    expect(await colours(viewer, png)).toEqual([2, 1, 255, 0, 0, 255, 0, 0, 255, 255]);
  });

  test('P1: of an SVG run nothing and fetch nothing', async ({ viewer, address }) => {
    const asked: string[] = [];
    viewer.on('request', (request) => asked.push(request.url()));
    const leak = (name: string) => `${address}leak-${name}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10" onload="parent.hit=1">
      <style>@import url("${leak('style.css')}"); rect { background: url("${leak('rule.png')}") }</style>
      <script>window.hit=1</script><script xlink:href="${leak('script.js')}"/>
      <image href="${leak('picture.png')}" width="2" height="2"/>
      <image xlink:href="${leak('linked.png')}" width="2" height="2"/>
      <use href="${leak('use.svg')}#x"/>
      <rect width="20" height="10" fill="#00ff00"><set attributeName="x" to="0" onbegin="window.hit=1"/><animate attributeName="href" values="javascript:window.hit=1" begin="0s"/></rect></svg>`;
    const png = await viewer.evaluate(
      (body) => window.viewer.image({ name: 'a.svg', text: body }, 40),
      svg,
    );
    expect(await colours(viewer, png)).toEqual([40, 20, 0, 255, 0, 255, 0, 255, 0, 255]);
    expect(await viewer.evaluate(() => 'hit' in window)).toBe(false);
    expect(asked.filter((url) => url.includes('leak'))).toEqual([]);
  });

  test('P1: of an SVG that holds a page are refused, and nothing of it is loaded', async ({
    viewer,
    address,
  }) => {
    const asked: string[] = [];
    viewer.on('request', (request) => asked.push(request.url()));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><foreignObject width="9" height="9">
      <iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}leak" onload="parent.hit=1"/></foreignObject></svg>`;
    const outcome = viewer.evaluate(
      (body) => window.viewer.image({ name: 'a.svg', text: body }, 40),
      svg,
    );
    await expect(outcome).rejects.toThrow(/imageBroken/);
    expect(asked.filter((url) => url.includes('leak'))).toEqual([]);
    expect(await viewer.evaluate(() => 'hit' in window)).toBe(false);
  });

  test('P1: of an SVG that takes for ever are ended, and the page still answers', async ({
    viewer,
  }) => {
    const dashes = '<path d="M0 5H250" stroke="red" stroke-dasharray=".0003"/>';
    const slow = dashes.repeat(3000);
    const outcome = await viewer.evaluate(async (body) => {
      const svg = (inner: string) =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${inner}</svg>`;
      let beats = 0;
      const beating = setInterval(() => (beats += 1), 100);
      const first = await window.viewer
        .image({ name: 'slow.svg', text: svg(body) }, 64, { milliseconds: 3000 })
        .then(
          () => 'drawn',
          (thrown: unknown) => String(thrown),
        );
      clearInterval(beating);
      const next = await window.viewer.image({ name: 'a.svg', text: svg('<rect/>') }, 64);
      return {
        first,
        beats,
        drew: next.length > 0,
        frames: document.querySelectorAll('iframe').length,
      };
    }, slow);
    expect(outcome).toMatchObject({
      first: expect.stringContaining('stopped'),
      drew: true,
      frames: 1,
    });
    expect(outcome.beats).toBeGreaterThan(8);
  });

  test('that are no pictures are refused with a reason', async ({ viewer }) => {
    const outcome = viewer.evaluate(() =>
      window.viewer.image({ name: 'a.png', text: 'hello' }, 64),
    );
    await expect(outcome).rejects.toThrow(/imageUnknown/);
  });
});
