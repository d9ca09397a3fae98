import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { OBJ, openDesk, PNG } from '#test/support/desk.ts';
import type { TestWorkstation } from '#test/support/desk.ts';
import { unzip } from '#test/support/unzip.ts';

const document = z.object({
  format: z.literal('cabinet-outbox'),
  version: z.literal(1),
  service: z.string(),
  account: z.string(),
  files: z.array(z.object({ sha256: z.string(), size: z.number(), part: z.string() })),
  missing: z.array(z.string()),
  operations: z.array(
    z.looseObject({
      id: z.string(),
      action: z.string(),
      state: z.string(),
      base: z.string().nullable(),
    }),
  ),
});

async function stage(desk: TestWorkstation, name: string, bytes: string | Buffer) {
  return desk.call('files.stage', { path: desk.file(name, bytes), kind: 'fittings' });
}

/** A desk on which three changes wait: two with files, one of them held. */
async function openBusyDesk() {
  const desk = await openDesk();
  const picture = await stage(desk, 'zaw 900.png', PNG);
  const model = await stage(desk, 'zaw.obj', OBJ);
  const again = await stage(desk, 'copy of zaw 900.png', PNG);
  await desk.call('records.create', {
    kind: 'fittings',
    values: { kod: 'ZAW-900', name: '=Zawias; "900"', price: '1.00' },
    files: [
      { field: 'images', file: picture.file },
      { field: 'model', file: model.file },
    ],
  });
  await desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price: '9.20' },
    files: [{ field: 'images', file: again.file }],
  });
  await desk.call('records.remove', { kind: 'edge-bands', ref: 'ABS-22' });
  const { operations } = await desk.call('outbox.list', {});
  await desk.call('outbox.hold', { operation: operations[2]?.id ?? '' });
  const to = path.join(desk.folder, 'outbox.zip');
  const write = async () => {
    const written = await desk.call('outbox.export', { to });
    const parts = await unzip(to);
    const json = document.parse(JSON.parse(String(parts.get('outbox.json'))));
    return { written, parts, json, csv: String(parts.get('outbox.csv')) };
  };
  return { desk, operations, picture, model, write };
}

describe('an export of the outbox', () => {
  it('holds every operation that is not confirmed, and what it was made from', async () => {
    const { operations, write, desk } = await openBusyDesk();
    const { written, json } = await write();
    expect(written).toMatchObject({ operations: 3, files: 2, missing: [], download: null });
    expect(json.operations.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
    expect(json.operations).toMatchObject([
      { action: 'create', state: 'waiting', record: { key: 'ZAW-900' }, base: null },
      { action: 'update', changes: [{ field: 'price', before: '8.90', after: '9.20' }, {}] },
      { action: 'remove', state: 'held', reason: { code: 'held-by-person' } },
    ]);
    expect(json).toMatchObject({ service: desk.service.url, account: 'admin@example.com' });
    expect(json.operations[0]).toMatchObject({ groups: [{ label: { code: 'create' } }] });
  });

  it('holds each file once, under its hash, byte by byte', async () => {
    const { write, picture, model } = await openBusyDesk();
    const { parts, json } = await write();
    expect([...parts.keys()].sort()).toEqual(
      [
        'outbox.csv',
        'outbox.json',
        `files/${picture.sha256}.png`,
        `files/${model.sha256}.obj`,
      ].sort(),
    );
    for (const { sha256, size, part } of json.files) {
      const bytes = parts.get(part) ?? Buffer.alloc(0);
      expect(bytes).toHaveLength(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('has a sheet that people can read and no spreadsheet runs', async () => {
    const { csv } = await (await openBusyDesk()).write();
    const lines = csv.replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toContain('Field / Pole;Before / Poprzednio;After / Po zmianie');
    expect(csv).toContain('Fittings / Okucia;ZAW-900;"\'=Zawias; ""900""";create / dodanie');
    expect(csv).toMatch(/change \/ zmiana;pending \/ oczekuje;Price \/ Cena;8\.90;9\.20/);
    expect(csv).toContain('zaw 900.png');
    expect(csv).toMatch(/delete \/ usunięcie;on hold \/ wstrzymane;/);
  });

  it('writes labels, booleans and the currency in the sheet, and plain values in the document', async () => {
    const { desk, write } = await openBusyDesk();
    await desk.call('settings.set', { values: { currency: 'PLN', statusLabels: '1 = active' } });
    const size = { x: '500', y: '16', z: '20' };
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'ZAW-901', name: 'Zawias', status: '1', wymiary: size },
      files: [],
    });
    await desk.call('records.create', {
      kind: 'edge-bands',
      values: { code: 'ABS-9', name: 'ABS', isActive: true },
      files: [],
    });
    const { csv, json } = await write();
    expect(csv).toContain('Status / Status;;active;');
    expect(csv).toContain('Active / Aktywne;;yes / tak;');
    expect(csv).toContain('Price / Cena (PLN);8.90;9.20;');
    expect(csv).toContain('500 × 16 × 20\u00a0mm');
    expect(JSON.stringify(json.operations)).toContain('"status":"1"');
  });

  it('leaves the outbox as it was: it is sent from here, once', async () => {
    const { desk, write } = await openBusyDesk();
    const before = await desk.call('outbox.list', {});
    await write();
    expect(await desk.call('outbox.list', {})).toEqual(before);
    expect(await desk.push()).toMatchObject({ done: 2, held: 1 });
    const { json } = await write();
    expect(json.operations).toMatchObject([{ action: 'remove' }]);
  });

  it('says which copies are gone or damaged, and passes none of them on', async () => {
    const { desk, write, picture, model } = await openBusyDesk();
    const staged = path.join(desk.folder, 'data', 'profiles', 'default', 'staged');
    fs.writeFileSync(path.join(staged, picture.sha256), 'something else');
    fs.rmSync(path.join(staged, model.sha256));
    const { written, json, parts } = await write();
    expect(written.missing.toSorted()).toEqual(['copy of zaw 900.png', 'zaw 900.png', 'zaw.obj']);
    expect(written.files).toBe(0);
    expect(json.missing).toEqual(written.missing);
    expect([...parts.keys()].sort()).toEqual(['outbox.csv', 'outbox.json']);
  });

  it('is whole or not there, and never in the place of a folder', async () => {
    const { desk } = await openBusyDesk();
    const to = path.join(desk.folder, 'no', 'such', 'outbox.zip');
    await expect(desk.call('outbox.export', { to })).rejects.toMatchObject({ code: 'invalid' });
    expect(fs.readdirSync(desk.folder).filter((each) => each.endsWith('.part'))).toEqual([]);
  });

  it('of an empty outbox says so, and is a ZIP all the same', async () => {
    const desk = await openDesk();
    const to = path.join(desk.folder, 'outbox.zip');
    expect(await desk.call('outbox.export', { to })).toMatchObject({ operations: 0, files: 0 });
    const json = document.parse(JSON.parse(String((await unzip(to)).get('outbox.json'))));
    expect(json.operations).toEqual([]);
  });
});
