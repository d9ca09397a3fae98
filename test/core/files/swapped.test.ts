import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '#core/platform/disk.ts';
import { AppError } from '#contract/errors.ts';
import { checkFile } from '#core/files/stage.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { PNG } from '../../support/desk.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A disk on which something happens in the moment before a checked file is opened. */
function diskBeforeOpen(happens: (file: string) => void): Files {
  const { files } = systemDisk;
  return {
    ...files,
    openSync: (file, flags) => {
      happens(file);
      return files.openSync(file, flags);
    },
  };
}

/** Checks an image of a document's folder; returns the code of its refusal. */
function refusalOf(disk: Files, folder: string | undefined, file: string): string | undefined {
  try {
    checkFile(disk, { path: file, kind: 'fittings', place: 'images', within: folder });
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.details.why?.code;
    throw thrown;
  }
  return undefined;
}

function openGiven() {
  const root = fs.realpathSync(tempFolder());
  const folder = path.join(root, 'given');
  fs.mkdirSync(folder);
  const file = path.join(folder, 'p.png');
  fs.writeFileSync(file, PNG);
  return { root, folder, file };
}

describe.runIf(process.platform !== 'win32')('a file that is swapped after it was checked', () => {
  it.each([true, false])('does not block when it is a pipe; in a folder: %s', (isNamed) => {
    const { root, folder, file } = openGiven();
    const disk = diskBeforeOpen((place) => {
      fs.rmSync(place);
      execFileSync('mkfifo', [place]);
    });
    // Ends a check that waits for a writer.
    const came = path.join(root, 'came');
    const writer = spawn('sh', ['-c', 'sleep 3; : > "$0"; : > "$1"', came, file]);
    expect(refusalOf(disk, isNamed ? folder : undefined, file)).toBe('file-unreadable');
    expect(fs.existsSync(came)).toBe(false);
    writer.kill();
  });

  it('is not read when a link to a file outside took its place', () => {
    const { root, folder, file } = openGiven();
    const secret = path.join(root, 'secret.png');
    fs.writeFileSync(secret, '<!doctype html><html></html>');
    const disk = diskBeforeOpen((place) => {
      fs.rmSync(place);
      fs.symlinkSync(secret, place);
    });
    expect(refusalOf(disk, folder, file)).toBe('file-unreadable');
  });

  it('is not read when a link took the place of its folder', () => {
    const { root, folder, file } = openGiven();
    const secret = path.join(root, 'secret');
    fs.mkdirSync(secret);
    fs.writeFileSync(path.join(secret, 'p.png'), '<!doctype html><html></html>');
    const disk = diskBeforeOpen(() => {
      fs.renameSync(folder, `${folder}-aside`);
      fs.symlinkSync(secret, folder);
    });
    expect(refusalOf(disk, folder, file)).toBe('file-unreadable');
  });

  it('is taken when it is a link inside the folder', () => {
    const { folder, file } = openGiven();
    const link = path.join(folder, 'link.png');
    fs.symlinkSync(file, link);
    expect(refusalOf(systemDisk.files, folder, link)).toBeUndefined();
    expect(refusalOf(systemDisk.files, undefined, link)).toBeUndefined();
  });
});
