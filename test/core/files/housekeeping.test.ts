import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { openWriter } from '#core/app/writer.ts';
import { PNG } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Opens a profile as a window does. */
function begin(data: string, disk: Disk = systemDisk) {
  const platform = testPlatform(data, { disk });
  return { ...openWriter({ ...platform, fetchFile: fetch }, () => {}, true), platform };
}

const profileOf = (data: string) => path.join(data, 'profiles', 'default');

/** A disk on which another program holds these files open: they can be neither removed nor looked at. */
function holding(name: RegExp): Disk {
  const refuse =
    <A extends readonly [string, ...unknown[]], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      if (!name.test(args[0])) return call(...args);
      throw Object.assign(new Error(`EBUSY: ${args[0]}`), { code: 'EBUSY', syscall: 'open' });
    };
  const { files } = systemDisk;
  return {
    ...systemDisk,
    files: { ...files, openSync: refuse(files.openSync), rmSync: refuse(files.rmSync) },
  };
}

describe('a profile is opened', () => {
  it.each(['assets', 'thumbs'])('though a folder lies among its %s', async (name) => {
    const data = path.join(tempFolder(), 'data');
    const stray = path.join(profileOf(data), name, '@eaDir');
    fs.mkdirSync(stray, { recursive: true });
    fs.writeFileSync(path.join(stray, 'thumb'), 'x');
    const writer = begin(data);
    expect(fs.existsSync(stray)).toBe(false);
    await writer.close();
  });

  it.each(['assets', 'thumbs'])(
    'though another program holds what is to be cleared of its %s',
    async (name) => {
      const data = path.join(tempFolder(), 'data');
      const left = path.join(profileOf(data), name, 'incoming-left');
      fs.mkdirSync(path.dirname(left), { recursive: true });
      fs.writeFileSync(left, 'x');
      await begin(data, holding(/incoming-left$/)).close();
      expect(fs.existsSync(left)).toBe(true);
      await begin(data).close();
      expect(fs.existsSync(left)).toBe(false);
    },
  );

  it('though a copy of a file cannot be looked at just now', async () => {
    const data = path.join(tempFolder(), 'data');
    const first = begin(data);
    const source = path.join(tempFolder(), 'a.png');
    fs.writeFileSync(source, PNG);
    const { sha256 } = await first.handlers['files.stage']({ path: source });
    await first.close();
    for (const name of fs.readdirSync(profileOf(data)))
      if (name.startsWith('files.db')) fs.rmSync(path.join(profileOf(data), name));
    await begin(data, holding(new RegExp(`${sha256}$`))).close();
    const later = begin(data);
    expect(later.ws.files.fact(sha256)).toMatchObject({ type: 'png' });
    await later.close();
  });
});
