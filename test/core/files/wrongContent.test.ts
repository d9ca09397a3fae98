import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { KNOWN_EXTENSIONS } from '#contract/files/types.ts';
import { contentFault, contentInspector } from '#core/files/fileTypes.ts';
import { checkFile } from '#core/files/stage.ts';
import type { Content } from '#formats/contents.ts';
import { OBJ, PNG } from '../../support/desk.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-content-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function given(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
}

const bytes = (hex: string, rest = 64) =>
  Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(rest, 1)]);

const PAGE = '<!DOCTYPE html><html><head><title>Zaloguj</title></head><body></body></html>';

/** File contents that arrive under a wrong name, each with its real type. */
const STRANGERS: readonly (readonly [Content, string | Uint8Array])[] = [
  ['html', PAGE],
  ['html', `\uFEFF\n<!-- proxy -->\n${PAGE}`],
  ['html', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html xmlns="z"></html>'],
  ['html', '<center><h1>502 Bad Gateway</h1></center>'],
  ['zip', bytes('504b0304')],
  ['zip', bytes('504b0506')],
  [
    'xlsx',
    Buffer.from('PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxl/workbook.xml'),
  ],
  ['gzip', gzipSync('anything')],
  ['gzip', gzipSync(PAGE)],
  ['rar', Buffer.from('Rar!\u001a\u0007\u0001\u0000')],
  ['7z', bytes('377abcaf271c')],
  ['tar', Buffer.concat([Buffer.alloc(257, 0x61), Buffer.from('ustar\u000000')])],
  ['pdf', '%PDF-1.7\n%äöü\n'],
  ['tiff', bytes('49492a0008000000')],
  ['tiff', bytes('4d4d002a00000008')],
  ['gif', 'GIF89a......'],
  ['webp', Buffer.from('RIFF\u0001\u0001\u0001\u0001WEBPVP8 ')],
  ['heif', Buffer.from('\u0000\u0000\u0000\u0018ftypheic....')],
  ['psd', '8BPS\u0000\u0001'],
  ['gltf', 'glTF\u0002\u0000\u0000\u0000'],
  ['gltf', '{"asset":{"version":"2.0"}}'],
  ['stl', 'solid x\nendsolid x'],
  ['ply', 'ply\nformat ascii 1.0\n'],
  ['step', 'ISO-10303-21;\nHEADER;'],
  ['dxf', '  0\r\nSECTION\r\n  2\r\n'],
  ['x3d', '<?xml version="1.0"?><X3D profile="Interchange"></X3D>'],
  ['mtl', '# list\nnewmtl a\nKd 1 0 0\n'],
  ['lfs', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1234\n'],
  ['shortcut', '[InternetShortcut]\nURL=http://x.example/\n'],
  ['program', bytes('7f454c460201')],
  ['program', bytes('4d5a9000')],
  ['ole', bytes('d0cf11e0a1b11ae1')],
  ['zeros', Buffer.alloc(200)],
  ['png', PNG],
  ['jpeg', bytes('ffd8ffe0')],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['dae', '<?xml version="1.0"?><COLLADA version="1.4.1"/>'],
  ['wrl', '#VRML V2.0 utf8\n'],
  ['fbx', '; FBX 7.3.0 project file\n'],
  ['fbx', 'Kaydara FBX Binary  \u0000'],
  ['obj', OBJ],
];

const OWN: Readonly<Record<string, Content>> = { '.jpg': 'jpeg', '.jpeg': 'jpeg' };
const isOwn = (extension: string, content: Content) =>
  (OWN[extension] ?? extension.slice(1)) === content;

describe('a file whose content is not what its name says', () => {
  it.each(KNOWN_EXTENSIONS)('is refused as %s and named for what it is', (extension) => {
    for (const [content, data] of STRANGERS) {
      const holds = contentFault(fs, given(`a${extension}`, data))?.holds;
      expect(holds, `${content} as ${extension}`).toBe(
        isOwn(extension, content) ? undefined : content,
      );
    }
  });

  it('is told in the sentence, and by a code for the window', () => {
    const file = given('drzwi.obj', PAGE);
    const request = { path: file, kind: 'fittings', place: '--file model' } as const;
    let thrown: unknown;
    try {
      checkFile(fs, request);
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof AppError)) throw new Error('It was taken.');
    expect(thrown.message).toBe(
      `--file model: ${file} does not hold what its name says: it is a web page, expected an OBJ model`,
    );
    expect(thrown.details.why).toEqual({
      code: 'file-content',
      params: { name: 'drzwi.obj', types: '', holds: 'html' },
    });
  });
});

describe('a file that is what its name says', () => {
  const remarks = `# ${'exported '.repeat(20)}\n`.repeat(500);
  it.each([
    ['a.obj', `${remarks}${OBJ}`],
    ['remarks.obj', remarks],
    ['utf16.obj', Buffer.from(`\uFEFF${OBJ}`, 'utf16le')],
    ['g.obj', 'g Szafa\nusemtl dab\nv 1,5 0 0\n'],
    ['mac.obj', 'v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r'],
    ['a.dae', `<?xml version="1.0"?>\n<!-- ${'x'.repeat(70_000)} --><COLLADA version="1.4.1"/>`],
    ['utf16.dae', Buffer.from('\uFEFF<?xml version="1.0"?><COLLADA version="1.4.1"/>', 'utf16le')],
    ['a.wrl', '\uFEFF#VRML V2.0 utf8\n'],
    ['packed.wrl', gzipSync(`#VRML V2.0 utf8\n${remarks}`)],
    ['a.fbx', 'FBXHeaderExtension:  {\n'],
    [
      'a.svg',
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY c "d">]><svg:svg xmlns:svg="e"/>',
    ],
    ['a.tga', Buffer.concat([Buffer.from('000002000000000000000000010001001808', 'hex'), Buffer.from([1, 2, 3])])], // prettier-ignore
    ['old.bmp', bytes('424d1a000000000000001a0000000c000000')],
    ['a.e3d', Buffer.from([1, 2, 3, 4])],
    ['text.e3d', 'anything'],
  ])('is taken: %s', (name, content) => {
    expect(contentFault(fs, given(name, content))).toBeNull();
  });

  it('is looked at to its end where it must be text', () => {
    const inspect = contentInspector('a.obj');
    expect(inspect(Buffer.from(OBJ), 0)).toBeNull();
    expect(inspect(Buffer.from('v 0 0\u0000'), OBJ.length)).toMatchObject({ holds: 'other' });
  });
});
