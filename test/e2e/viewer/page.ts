// The viewer alone on a page, for the tests; it is never shipped.
import { MantineProvider } from '@mantine/core';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// oxlint-disable-next-line import/no-unassigned-import -- the rules of the product
import '../../../src/renderer/src/state/theme/styles.ts';
import { startTexts } from '../../../src/renderer/src/i18n/i18n.ts';
import { LazyModelViewer } from '../../../src/renderer/src/viewer3d/LazyModelViewer.tsx';
import { readModel } from '../../../src/renderer/src/viewer3d/readModel.ts';
import {
  pictureOf,
  renderThumbnail,
  thumbnailOfImage,
} from '../../../src/renderer/src/viewer3d/thumbnails.ts';
import type { Limits, ModelFile } from '#formats/model/types.ts';
import { keepTextText } from '../../../src/renderer/src/app/trustedTypes.ts';
import { asFault } from '#formats/model/types.ts';
import { cssVariables, theme } from '../../../src/renderer/src/state/theme/theme.ts';

/** A file of a test: plain text, bytes in base64, or the address of a served file. */
export interface GivenFile {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
  readonly url?: string;
}

export interface ShowOptions {
  readonly main?: string;
  readonly compact?: boolean;
  readonly unit?: 'mm' | 'cm' | 'm' | null;
  readonly place?: boolean;
  readonly locked?: boolean;
}

keepTextText();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const url = new URL(location.href);
document.documentElement.dataset['theme'] = url.searchParams.get('theme') ?? 'light';
const said: unknown[] = [];
const holder = document.getElementById('root');
if (holder === null) throw new Error('The page has no root.');
await startTexts();
const root = createRoot(holder);

async function fileOf({ name, text, base64, url: address }: GivenFile): Promise<ModelFile> {
  if (text !== undefined) return { name, data: new Blob([text]) };
  if (address !== undefined) return { name, data: await (await fetch(address)).blob() };
  const bytes = Uint8Array.from(atob(base64 ?? ''), (each) => each.charCodeAt(0));
  return { name, data: new Blob([bytes]) };
}

async function show(given: readonly GivenFile[], options: ShowOptions = {}): Promise<void> {
  const files = await Promise.all(given.map(fileOf));
  const { place = false, locked = false, ...rest } = options;
  const hear = (name: string) => (value: unknown) => void said.push([name, value]);
  const edits = locked ? {} : { onPlacement: hear('placement'), onDirection: hear('direction') };
  const viewer = createElement(LazyModelViewer, {
    files,
    label: 'Test',
    onFacts: hear('facts'),
    onUnit: hear('unit'),
    onLocated: (found) => void said.push(['located', found.map(({ name }) => name)]),
    onPicture: (png, name) => {
      void inkOf(png).then((ink) => said.push(['picture', { name, type: png.type, ...ink }]));
    },
    onSizes: hear('sizes'),
    ...(place
      ? {
          placement: { x: '10', y: '0', z: '0', scale: '1' },
          direction: { x: '0', y: '0', z: '-1' },
          ...edits,
        }
      : {}),
    ...rest,
  });
  const providers = { theme, cssVariablesResolver: cssVariables, getStyleNonce: () => nonce };
  root.render(
    createElement(
      StrictMode,
      null,
      // oxlint-disable-next-line react/no-children-prop -- its type demands them there
      createElement(MantineProvider, { ...providers, children: viewer }),
    ),
  );
}

async function read(given: readonly GivenFile[], limits: Partial<Limits> = {}) {
  try {
    return { facts: (await readModel(await Promise.all(given.map(fileOf)), { limits })).facts };
  } catch (thrown) {
    const { code, params, detail } = asFault(thrown);
    return { fault: { code, params, detail } };
  }
}

/** Returns the width of a picture, and how much of it is not white. */
async function inkOf(png: Blob): Promise<{ width: number; ink: number }> {
  const bitmap = await createImageBitmap(png);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 250) ink += 1;
  return { width: bitmap.width, ink: ink / (bitmap.width * bitmap.height) };
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
}

async function thumbnail(given: readonly GivenFile[], size: number): Promise<string> {
  return base64Of(await renderThumbnail(await Promise.all(given.map(fileOf)), size));
}

async function image(
  given: GivenFile,
  size: number,
  limits: Partial<Limits> = {},
): Promise<string> {
  const file = await fileOf(given);
  const options = { limits };
  return base64Of(
    size === 0 ? await pictureOf(file, options) : await thumbnailOfImage(file, size, options),
  );
}

const viewer = { show, clear: () => root.render(null), read, thumbnail, image, said };
export type ViewerPage = typeof viewer;

declare global {
  interface Window {
    viewer: ViewerPage;
  }
}
window.viewer = viewer;
