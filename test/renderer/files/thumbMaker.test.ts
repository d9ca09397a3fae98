import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sight } from '#contract/files/sights.ts';
import { ModelFault } from '#formats/model/types.ts';
import {
  companionsOf,
  faultOf,
  hasFailed,
  onFault,
  wantThumb,
} from '../../../src/renderer/src/files/thumbs/thumbMaker.ts';
import { followCore } from '../../../src/renderer/src/state/core.ts';
import { fakeCore, settle } from '../support.ts';

vi.mock('../../../src/renderer/src/viewer3d/thumbnails.ts', () => ({
  renderThumbnail: () => Promise.resolve(new Blob(['drawn'])),
  thumbnailOfImage: ({ name }: { name: string }) =>
    name === 'broken.svg'
      ? Promise.reject(new ModelFault('xml', { line: 1, value: '& B' }))
      : Promise.resolve(new Blob(['drawn'])),
}));

const hashOf = (letter: string) => letter.repeat(64);
const facts = {
  size: 1,
  type: 'obj',
  width: null,
  height: null,
  model: null,
  boxMm: null,
} as const;
/** Result of fetching the bytes of each hash. */
let bytes: Record<string, () => Promise<Response>> = {};

/** The thumbnails given to the core to keep. */
const put: unknown[] = [];

beforeEach(async () => {
  put.length = 0;
  const { client } = fakeCore({
    'thumbs.put': (input) => {
      put.push(input);
      return {};
    },
    'facts.get': () => {
      const companions = [
        { name: 'box.mtl', sha256: hashOf('b') },
        { name: 'oak.png', sha256: hashOf('c') },
      ];
      return { facts: [{ ...facts, sha256: hashOf('a'), companions }] };
    },
  });
  followCore(client);
  vi.stubGlobal('fetch', (address: string) => {
    const answer = bytes[address.split('/').at(-1) ?? ''];
    return answer?.() ?? Promise.resolve(new Response(null, { status: 404 }));
  });
  await settle();
  return () => vi.unstubAllGlobals();
});

describe('what is kept beside a model', () => {
  it('is had as far as it is here: what is gone hides nothing', async () => {
    bytes = { [hashOf('c')]: () => Promise.resolve(new Response('oak')) };
    const files = await companionsOf('/bytes', hashOf('a'));
    expect(files.map(({ name }) => name)).toEqual(['oak.png']);
    expect(await files[0]?.data.text()).toBe('oak');
  });
});

describe('a picture that its reader refuses', () => {
  it('keeps the reason, and tells those who show it', async () => {
    const sha256 = hashOf('9');
    bytes = { [sha256]: () => Promise.resolve(new Response('<svg>A & B</svg>')) };
    let told = 0;
    const forget = onFault(() => {
      told += 1;
    });
    const sight: Sight = {
      of: { path: 'uploads/broken.svg' },
      name: 'broken.svg',
      state: 'here',
      sha256,
      type: 'svg',
      size: 16,
      thumbs: [],
      beside: '',
    };
    expect(faultOf(sha256, '')).toBeNull();
    wantThumb(sight, sha256, 256);
    await vi.waitFor(() => expect(told).toBe(1));
    forget();
    expect(faultOf(sha256, '')).toMatchObject({ code: 'xml', params: { line: 1 } });
  });
});

describe('the picture of a file whose bytes could not be had', () => {
  it('is drawn when the file is shown again', async () => {
    let asked = 0;
    const lost = () => {
      asked += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    bytes = { [hashOf('d')]: lost };
    const sight: Sight = {
      of: { path: 'a.png' },
      name: 'a.png',
      state: 'here',
      sha256: hashOf('d'),
      type: 'png',
      size: 1,
      thumbs: [],
      beside: '',
    };
    wantThumb(sight, hashOf('d'), 64);
    await expect.poll(() => asked).toBe(1);
    await settle();
    expect(hasFailed(hashOf('d'), '')).toBe(false);
    wantThumb(sight, hashOf('d'), 64);
    await expect.poll(() => asked).toBe(2);
  });
});

describe('the picture of a model', () => {
  it('is drawn once, and anew when other files lie beside it', async () => {
    bytes = { [hashOf('e')]: () => Promise.resolve(new Response('v 0 0 0')) };
    const sight = (beside: string): Sight => ({
      of: { path: 'e.obj' },
      name: 'e.obj',
      state: 'here',
      sha256: hashOf('e'),
      type: 'obj',
      size: 1,
      thumbs: [],
      beside,
    });
    for (const beside of ['', '', 'oak', 'oak']) {
      wantThumb(sight(beside), hashOf('e'), 64);
      await expect
        .poll(() => put.at(-1), { timeout: 3000 })
        .toMatchObject({ sha256: hashOf('e'), beside });
    }
    expect(put).toHaveLength(2);
  });
});
