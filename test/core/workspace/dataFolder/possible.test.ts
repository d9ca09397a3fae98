import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const opened = (dataDir: string) =>
  nodePlatform({ dataDir, log: () => {}, policy: { managed: {}, fault: null } });

describe('a data folder that cannot be made', () => {
  it('is refused with its path where a file lies in its place or above it', () => {
    const file = path.join(tempFolder(), 'notes.txt');
    fs.writeFileSync(file, 'mine');
    for (const dataDir of [file, path.join(file, 'cabinet')])
      expect(() => opened(dataDir)).toThrow(`folder: ${dataDir}, expected a folder`);
    expect(fs.readFileSync(file, 'utf8')).toBe('mine');
  });

  it('is refused where a link on its way leads to nothing or to itself', () => {
    const folder = tempFolder();
    const [ring, lost] = [path.join(folder, 'ring'), path.join(folder, 'lost')];
    fs.symlinkSync(ring, ring);
    fs.symlinkSync(path.join(folder, 'nowhere'), lost);
    for (const dataDir of [ring, path.join(ring, 'data'), lost, path.join(lost, 'data')])
      expect(() => opened(dataDir)).toThrow('expected a folder');
  });

  it('is refused with a sign that ends a text', () => {
    expect(() => opened('/srv/\0cabinet')).toThrow('expected a folder');
  });

  it.runIf(process.platform === 'linux')('is refused in a file system of the kernel', () => {
    for (const dataDir of ['/proc/self', '/proc/self/cabinet', '/sys/cabinet'])
      expect(() => opened(dataDir)).toThrow('expected a folder');
  });

  it('is refused where its path is too long for the system', () => {
    const dataDir = path.join(tempFolder(), ...Array.from({ length: 40 }, () => 'x'.repeat(200)));
    expect(() => opened(dataDir)).toThrow('expected a folder');
  });
});
