import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const secret = 'Dąb Kanarek Złoty';
const utf16 = Buffer.from(secret, 'utf16le');
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

describe('T1: the search for secrets', () => {
  it.each([
    ['as it is', `x ${secret} y`],
    ['in other letters', secret.toUpperCase()],
    ['in base64', base64(secret)],
    ['in base64 behind one byte', base64(`x${secret}yz`)],
    ['in base64 behind two bytes', base64(`xy${secret}`)],
    ['in base64 for addresses', Buffer.from(`?>${secret}`).toString('base64url')],
    ['in base64 of a JSON text', base64(JSON.stringify({ url: 'https://a.example', secret }))],
    ['twice in base64', base64(`x${base64(`y${secret}z`)}`)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in JSON', JSON.stringify({ secret })],
    ['in JSON with its letters escaped', String.raw`"D\u0105b Kanarek Z\u0142oty"`],
    ['in UTF-16', utf16],
    ['in UTF-16 with the high bytes first', Buffer.from(utf16).swap16()],
    ['in base64 of UTF-16', base64(utf16)],
    ['in hex of UTF-16', utf16.toString('hex')],
  ])('finds one %s', (_name, part) => {
    expect(secretsIn(part, [secret])).toEqual([secret]);
  });

  it('finds none where there is none', () => {
    expect(secretsIn('Dąb, Kanarek, Złoty', [secret])).toEqual([]);
  });

  it('names the files that hold one in their bytes or their names', () => {
    const folder = tempFolder();
    fs.mkdirSync(path.join(folder, 'in'));
    fs.writeFileSync(path.join(folder, 'in', 'bytes'), base64(secret));
    fs.writeFileSync(path.join(folder, Buffer.from(secret).toString('hex')), '');
    fs.writeFileSync(path.join(folder, 'none'), 'none');
    const found = filesWithSecrets(folder, [secret]).map((file) => path.relative(folder, file));
    expect(found.toSorted()).toEqual(
      [Buffer.from(secret).toString('hex'), path.join('in', 'bytes')].toSorted(),
    );
  });

  it('refuses what it could not find or would find everywhere', () => {
    expect(() => secretsIn('anything', [''])).toThrow(/too short/);
    expect(() => secretsIn('anything', ['demo'])).toThrow(/too short/);
    expect(() => filesWithSecrets(tempFolder(), [secret])).toThrow(/no file/);
  });
});
