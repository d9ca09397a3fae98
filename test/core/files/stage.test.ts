import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

const stage = (desk: TestWorkstation, file: string, kind: Kind = 'fittings', field = 'images') =>
  desk.call('files.stage', { path: file, kind, field });
const stagedNames = (desk: TestWorkstation) => {
  const folder = path.join(desk.folder, 'data', 'profiles', 'default', 'staged');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

describe('a staged file', () => {
  it('is a copy: the original may change or vanish, the service gets what was given', async () => {
    const desk = await openDesk();
    const original = desk.file('a.png', PNG);
    const { file, sha256 } = await stage(desk, original);
    fs.writeFileSync(original, 'something else');
    fs.rmSync(original);
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: {},
      files: [{ field: 'images', file }],
    });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.files().map((each) => each.sha256)).toContain(sha256);
  });

  it('is kept once, however often the same bytes are given', async () => {
    const desk = await openDesk();
    await stage(desk, desk.file('a.png', PNG));
    await stage(desk, desk.file('b.png', PNG));
    expect(stagedNames(desk)).toHaveLength(1);
  });

  it('is refused by the send when its bytes changed on the disk', async () => {
    const desk = await openDesk();
    const { file, sha256 } = await stage(desk, desk.file('a.png', PNG));
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: {},
      files: [{ field: 'images', file }],
    });
    const copy = path.join(desk.folder, 'data', 'profiles', 'default', 'staged', sha256);
    const bytes = fs.readFileSync(copy);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    fs.writeFileSync(copy, bytes);
    expect(await desk.push()).toMatchObject({ refused: 1 });
    expect(desk.service.state.files()).toHaveLength(0);
    const again = await stage(desk, desk.file('again.png', Buffer.concat([PNG, Buffer.from('x')])));
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: {},
      files: [{ field: 'images', file: again.file }],
    });
    expect(await desk.push()).toMatchObject({ refused: 0, done: 1 });
    expect(desk.service.state.files().map((each) => each.sha256)).toEqual([again.sha256]);
  });

  it.each([
    ['gone.png', null, 'does not exist'],
    ['empty.png', '', 'is empty'],
    ['list.txt', 'text', '.jpg'],
    ['noending', 'text', '.jpg'],
    ['fake.png', 'this is no picture', 'a PNG image'],
    ['fake.fbx', 'hello', 'an FBX model'],
    ['fake.dae', 'hello', 'a COLLADA model'],
    ['bin.obj', 'v 0 0 0\u0000', 'an OBJ model'],
  ])(
    '%s is refused before anything is queued, with its path and what is expected',
    async (name, content, expected) => {
      const desk = await openDesk();
      const file = content === null ? path.join(desk.folder, name) : desk.file(name, content);
      const field = name === 'fake.png' ? 'images' : 'model';
      const refused = stage(desk, file, 'fittings', field);
      await expect(refused).rejects.toMatchObject({
        code: 'rejected-file',
        details: { issues: [{ place: `--file ${field}` }] },
      });
      await expect(refused).rejects.toThrow(file);
      await expect(refused).rejects.toThrow(expected);
      expect(stagedNames(desk)).toEqual([]);
    },
  );

  it('is refused when it is a folder, or of a kind that takes no files', async () => {
    const desk = await openDesk();
    await expect(stage(desk, desk.folder)).rejects.toThrow('folder');
    await expect(stage(desk, desk.file('a.png', PNG), 'edge-bands')).rejects.toThrow(
      'cannot have files',
    );
    await expect(
      stage(desk, desk.file('a.fbx', '; FBX 7'), 'materials', 'PICFILE'),
    ).rejects.toThrow('.bmp');
  });

  it('is refused before it is copied when it is a sheet of more than 512 MB', async () => {
    const desk = await openDesk();
    const sheet = desk.file('a.csv', 'kod;name');
    fs.truncateSync(sheet, 512 * 1024 * 1024 + 1);
    await expect(desk.call('files.stage', { path: sheet })).rejects.toMatchObject({
      code: 'rejected-file',
      details: { why: { code: 'file-too-large', params: { name: 'a.csv', megabytes: 512 } } },
    });
  });

  it('of any type is taken for a product, whose list the document does not show', async () => {
    const desk = await openDesk();
    expect(await stage(desk, desk.file('a.skp', 'x'), 'products', 'modelPath')).toMatchObject({
      size: 1,
    });
  });

  it('is uploaded under a name of its own, ASCII, with its extension', async () => {
    const desk = await openDesk();
    const { file } = await stage(desk, desk.file('zażółć gęślą.OBJ', OBJ), 'fittings', 'model');
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'model', file }],
    });
    await desk.push();
    const [name] = desk.service.log
      .flatMap(({ files }) => files ?? [])
      .map(({ originalname }) => originalname);
    expect(name).toMatch(/^[0-9a-f-]{36}-[0-9a-f]{12}\.obj$/);
  });
});
