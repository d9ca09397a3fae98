// Draws the program's icons from one SVG: PNG for Linux, ICO for Windows, ICNS for macOS.
import { chromium } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { chromiumOptions } from '#test/support/chromium.ts';
import { root } from './build.mjs';

const FOLDER = path.join(root, 'resources', 'icons');
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];
const LINUX = [16, 32, 48, 64, 128, 256, 512];
/** The ICNS types that hold a PNG, with the size of each in pixels. */
const MAC: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

const drawn = await draw([...new Set([...WINDOWS, ...LINUX, ...MAC.map(([, size]) => size)])]);
fs.rmSync(path.join(FOLDER, 'png'), { recursive: true, force: true });
fs.mkdirSync(path.join(FOLDER, 'png'), { recursive: true });
for (const size of LINUX)
  fs.writeFileSync(path.join(FOLDER, 'png', `${size}x${size}.png`), picture(size));
fs.writeFileSync(path.join(FOLDER, 'icon.ico'), ico());
fs.writeFileSync(path.join(FOLDER, 'icon.icns'), icns());
console.log(`icons in ${path.relative(process.cwd(), FOLDER)}`);

async function draw(sizes: readonly number[]): Promise<Map<number, Buffer>> {
  const svg = fs.readFileSync(path.join(FOLDER, 'icon.svg'), 'utf8');
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    const pictures = new Map<number, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
      pictures.set(size, await page.screenshot({ omitBackground: true }));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

function picture(size: number): Buffer {
  const found = drawn.get(size);
  if (found === undefined) throw new Error(`no picture of ${size} pixels was drawn`);
  return found;
}

/**
 * Returns an ICO: a directory with 16 bytes per picture, then the pictures.
 *
 * A width of 256 is written as 0.
 */
function ico(): Buffer {
  const head = Buffer.alloc(6 + 16 * WINDOWS.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(WINDOWS.length, 4);
  let offset = head.length;
  for (const [index, size] of WINDOWS.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture(size).length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture(size).length;
  }
  return Buffer.concat([head, ...WINDOWS.map(picture)]);
}

/** Returns an ICNS: a row of chunks, each with its type, its length and its PNG. */
function icns(): Buffer {
  return chunk('icns', Buffer.concat(MAC.map(([kind, size]) => chunk(kind, picture(size)))));
}

function chunk(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}
