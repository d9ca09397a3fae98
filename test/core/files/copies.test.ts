import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyHashed } from '#core/files/copyFile.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const DAY = 86_400_000;
const profile = (desk: TestWorkstation) => path.join(desk.folder, 'data', 'profiles', 'default');
const namesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
const staged = (desk: TestWorkstation) => namesIn(path.join(profile(desk), 'staged'));

/** An OBJ of as many megabytes. */
function large(desk: TestWorkstation, megabytes: number): string {
  const line = Buffer.from(`# ${'x'.repeat(1021)}\n`);
  return desk.file('large.obj', Buffer.concat(Array<Buffer>(megabytes * 1024).fill(line)));
}

describe('a copy', () => {
  it('tells how far it is, up to all of it', async () => {
    const desk = await openDesk();
    const told: [number, number][] = [];
    desk.core.on('files.progress', ({ token, done, total }) => {
      if (token === 'mine') told.push([done, total]);
    });
    const { size } = await desk.call('files.stage', { path: large(desk, 4), token: 'mine' });
    expect(told.at(-1)).toEqual([size, size]);
    expect(told.every(([done], index) => done > (told[index - 1]?.[0] ?? 0))).toBe(true);
  });

  it('tells how far it is while the wall clock is set back', async () => {
    const desk = await openDesk();
    const { clock } = desk;
    const told: number[] = [];
    desk.core.on('files.progress', ({ done }) => {
      told.push(done);
      clock.set(clock.now() - DAY);
      clock.advance(1_000);
    });
    const { size } = await desk.call('files.stage', { path: large(desk, 4), token: 'mine' });
    expect(told.length).toBeGreaterThan(2);
    expect(told.at(-1)).toBe(size);
  });

  it('can be ended in the middle, and leaves nothing behind', async () => {
    const desk = await openDesk();
    const file = large(desk, 32);
    const stop = desk.core.on('files.progress', ({ token }) => {
      stop();
      void desk.call('files.cancel', { token });
    });
    const copy = desk.call('files.stage', { path: file, token: 't' });
    await expect(copy).rejects.toMatchObject({ code: 'cancelled' });
    expect(staged(desk)).toEqual([]);
    expect(await desk.call('files.stage', { path: file, token: 't' })).toMatchObject({
      size: 32 * 1024 * 1024,
    });
  });

  it('of a file that is being written is refused, and nothing is kept of it', async () => {
    const desk = await openDesk();
    const file = large(desk, 8);
    const writing = new AbortController();
    onTestFinished(() => writing.abort());
    const write = async () => {
      while (!writing.signal.aborted) {
        fs.appendFileSync(file, '#\n');
        await breathe();
      }
    };
    void write();
    await expect(desk.call('files.stage', { path: file })).rejects.toThrow(
      'changed while it was copied',
    );
    writing.abort();
    expect(staged(desk)).toEqual([]);
    expect(await desk.call('files.stage', { path: file })).toHaveProperty('sha256');
  });

  it('keeps no more of a file than a piece of it in memory', async () => {
    const folder = tempFolder();
    const source = path.join(folder, 'sparse.obj');
    fs.writeFileSync(source, '');
    fs.truncateSync(source, 64 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    await copyHashed(fs, source, path.join(folder, 'copy'), {
      progress: () => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      },
    });
    expect(most).toBeLessThan(8 * 1024 * 1024);
  });

  it('is no picture where a model is wanted, and the person reads what is', async () => {
    const desk = await openDesk();
    const give = (field: string, name: string, bytes: Buffer | string) =>
      desk.call('files.stage', { path: desk.file(name, bytes), kind: 'fittings', field });
    await expect(give('model', 'a.png', PNG)).rejects.toThrow('a 3D model of type .e3d, .obj');
    await expect(give('images', 'a.obj', OBJ)).rejects.toThrow('a picture of type .jpg, .jpeg');
    expect(
      await give(
        'images',
        'a.tga',
        Buffer.from('00000200000000000000000001000100180800000001', 'hex'),
      ),
    ).toHaveProperty('file');
  });

  it('of a name that is too long is refused as a file that cannot be read', async () => {
    const desk = await openDesk();
    const long = path.join(desk.folder, `${'x'.repeat(5000)}.png`);
    await expect(desk.call('files.stage', { path: long })).rejects.toMatchObject({
      code: 'rejected-file',
    });
  });
});

const canMount = (() => {
  try {
    const folder = fs.mkdtempSync('/tmp/cabinet-mount-');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    fs.rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
})();

describe('a full disk', () => {
  it.skipIf(!canMount)('is named with the file, and nothing is left half there', async () => {
    const desk = await openDesk();
    const folder = path.join(profile(desk), 'staged');
    fs.mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]);
    onTestFinished(() => void execFileSync('umount', [folder]));
    const copy = desk.call('files.stage', { path: large(desk, 4) });
    await expect(copy).rejects.toMatchObject({ code: 'disk-full' });
    await expect(copy).rejects.toThrow('The disk is too full for large.obj.');
    expect(staged(desk)).toEqual([]);
  });
});

describe('copies that nobody needs', () => {
  it('are removed when they are given back; those in use and those of equal bytes stay', async () => {
    const desk = await openDesk();
    const stage = async (name: string, bytes: Buffer) =>
      desk.call('files.stage', { path: desk.file(name, bytes) });
    const other = Buffer.concat([PNG, Buffer.from('other')]);
    const [one, twin, used] = [
      await stage('1.png', PNG),
      await stage('2.png', PNG),
      await stage('3.png', other),
    ];
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'images', file: used.file }],
    });
    await desk.call('files.unstage', { files: [one.file, used.file] });
    expect(new Set(staged(desk))).toEqual(new Set([twin.sha256, used.sha256]));
    await desk.call('files.unstage', { files: [twin.file] });
    expect(staged(desk)).toEqual([used.sha256]);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });

  it('are kept for a week and longer while a draft names them, and then go', async () => {
    const desk = await openDesk();
    const { file, sha256 } = await desk.call('files.stage', { path: desk.file('a.png', PNG) });
    const draft = { values: { images: [{ $file: file }] } };
    await desk.call('drafts.set', { key: 'new', draft });
    await desk.call('files.unstage', { files: [file] });
    const past = new Date(desk.clock.now());
    fs.utimesSync(path.join(profile(desk), 'staged', sha256), past, past);
    desk.clock.advance(30 * 86_400_000);
    await desk.restart();
    expect(staged(desk)).toEqual([sha256]);
    await desk.call('drafts.set', { key: 'new', draft: null });
    await desk.restart();
    expect(staged(desk)).toEqual([sha256]);
    desk.clock.advance(8 * 86_400_000);
    await desk.restart();
    // With a backup the draft could come back.
    expect(staged(desk)).toEqual([sha256]);
    fs.rmSync(path.join(profile(desk), 'backups'), { recursive: true });
    desk.clock.advance(8 * 86_400_000);
    await desk.restart();
    expect(staged(desk)).toEqual([]);
    const { sights } = await desk.call('files.sights', { items: [{ file }] });
    expect(sights[0]).toMatchObject({ state: 'missing', sha256: null });
  });

  it('are swept at the next start where a kill left parts of them', async () => {
    const desk = await openDesk();
    const { sha256 } = await desk.call('files.stage', { path: desk.file('a.png', PNG) });
    const left = path.join(profile(desk), 'staged', 'incoming-1');
    const given = path.join(profile(desk), 'given', 'x', 'view.png');
    fs.writeFileSync(left, 'half');
    fs.mkdirSync(path.dirname(given), { recursive: true });
    fs.writeFileSync(given, 'half');
    await desk.restart();
    expect(staged(desk)).toEqual([sha256]);
    expect(fs.existsSync(given)).toBe(false);
  });
});

describe('bytes that the window made', () => {
  it('are staged as a file of that name', async () => {
    const desk = await openDesk();
    const copy = await desk.call('files.give', {
      name: 'Widok.png',
      kind: 'fittings',
      field: 'images',
      data: PNG.toString('base64'),
    });
    expect(copy).toMatchObject({ name: 'Widok.png', size: PNG.length });
    expect(staged(desk)).toEqual([copy.sha256]);
    expect(namesIn(path.join(profile(desk), 'given'))).toEqual([]);
  });

  it.each(['../x.png', '/etc/x.png', 'a\\b.png', 'C:x.png', '..', 'a\u0000.png'])(
    'N2: keep no way out in the name %j',
    async (name) => {
      const desk = await openDesk();
      const data = PNG.toString('base64');
      await expect(desk.call('files.give', { name, data })).rejects.toMatchObject({
        code: 'invalid',
      });
      expect(staged(desk)).toEqual([]);
    },
  );

  it('are refused as any file is', async () => {
    const desk = await openDesk();
    const data = Buffer.from('no picture').toString('base64');
    await expect(desk.call('files.give', { name: 'a.png', data })).rejects.toThrow('a PNG image');
  });
});
