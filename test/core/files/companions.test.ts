import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { thumbUrl } from '#contract/files/bytes.ts';
import { OBJ, openDesk, PNG } from '../../support/desk.ts';

it('files that come beside a model later take its thumbnails away: they show it without them', async () => {
  const desk = await openDesk();
  const stage = (name: string, bytes: Buffer | string) =>
    desk.call('files.stage', { path: desk.file(name, bytes) });
  const model = await stage('a.obj', OBJ);
  const other = await stage('b.obj', `${OBJ}# other`);
  const beside = await stage('a.mtl', 'newmtl oak');
  for (const { sha256 } of [model, other])
    await desk.call('thumbs.put', { sha256, size: 128, data: PNG.toString('base64') });
  const thumbsOf = async (file: string) =>
    (await desk.call('files.sights', { items: [{ file }] })).sights[0]?.thumbs;
  expect(await thumbsOf(model.file)).toEqual([128]);
  await desk.call('companions.put', {
    sha256: model.sha256,
    files: [{ name: 'a.mtl', file: beside.file }],
  });
  expect(await thumbsOf(model.file)).toEqual([]);
  expect(await thumbsOf(other.file)).toEqual([128]);
  const folder = path.join(desk.folder, 'data/profiles/default/thumbs');
  expect(fs.readdirSync(folder)).toEqual([`${other.sha256}-128`]);
  // The same file again changes nothing on screen.
  await desk.call('thumbs.put', { sha256: model.sha256, size: 128, data: PNG.toString('base64') });
  await desk.call('companions.put', {
    sha256: model.sha256,
    files: [{ name: 'a.mtl', file: beside.file }],
  });
  expect(await thumbsOf(model.file)).toEqual([128]);
});

it('its thumbnails have another address then, and what was drawn before is not kept under it', async () => {
  const desk = await openDesk();
  const stage = (name: string, bytes: string) =>
    desk.call('files.stage', { path: desk.file(name, bytes) });
  const [model, oak, ash] = [
    await stage('a.obj', OBJ),
    await stage('oak.mtl', 'newmtl oak'),
    await stage('ash.mtl', 'newmtl ash'),
  ];
  const { sha256 } = model;
  const keep = (file: string) =>
    desk.call('companions.put', { sha256, files: [{ name: 'a.mtl', file }] });
  const look = async () => {
    const { sights } = await desk.call('files.sights', { items: [{ file: model.file }] });
    const { beside = '', thumbs = [] } = sights[0] ?? {};
    return { beside, thumbs, url: thumbUrl('/bytes', sha256, 128, beside) };
  };
  const data = PNG.toString('base64');
  const alone = await look();
  await keep(oak.file);
  const withOak = await look();
  await keep(ash.file);
  const withAsh = await look();
  expect(new Set([alone.url, withOak.url, withAsh.url]).size).toBe(3);
  await desk.call('thumbs.put', { sha256, size: 128, data, beside: withOak.beside });
  expect((await look()).thumbs).toEqual([]);
  await desk.call('thumbs.put', { sha256, size: 128, data, beside: withAsh.beside });
  expect((await look()).thumbs).toEqual([128]);
  await keep(oak.file);
  expect((await look()).url).toBe(withOak.url);
});
