import { expect } from '@playwright/test';
import { test } from './viewer/viewerTest.ts';

const NAMES = ['file:///etc/passwd', 'leak-near.png', '../leak-up.png', '..\\leak-back.png'];

test.describe('P4: what a model names', () => {
  const box = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\n';
  const dae = (
    name: string,
  ) => `<?xml version="1.0"?><COLLADA version="1.4.1" xmlns="http://www.collada.org/2005/11/COLLADASchema">
    <asset><unit meter="0.001"/></asset><library_images><image id="i"><init_from>${name}</init_from></image></library_images></COLLADA>`;
  const wrl = (name: string) => `#VRML V2.0 utf8
    Inline { url "${name}" } Anchor { url "${name}" }
    Shape { appearance Appearance { texture ImageTexture { url "${name}" } } geometry Box { } }`;

  test('is looked for among its own files, and never fetched', async ({ viewer, address }) => {
    const asked: string[] = [];
    viewer.on('request', (request) => asked.push(request.url()));
    for (const name of [...NAMES, `${address}leak-far.png`, '//192.0.2.1/leak-share.png']) {
      const outcomes = await viewer.evaluate(
        async (models) => {
          const seen: (string | undefined)[] = [];
          for (const files of models) seen.push((await window.viewer.read(files)).fault?.code);
          return seen;
        },
        [
          [
            { name: 'a.obj', text: `mtllib ${name}\n${box}` },
            { name: 'a.mtl', text: `newmtl a\nmap_Kd ${name}\n` },
          ],
          [
            { name: 'a.obj', text: `mtllib a.mtl\n${box}` },
            { name: 'a.mtl', text: `newmtl a\nmap_Kd ${name}\n` },
          ],
          [{ name: 'a.dae', text: dae(name) }],
          [{ name: 'a.wrl', text: wrl(name) }],
        ],
      );
      // Every read ended; other tests check how.
      expect(outcomes).toHaveLength(4);
    }
    // The page loaded the reader's own worker script and nothing else.
    expect(asked.filter((url) => !/model\.worker/.test(url))).toEqual([]);
  });
});
