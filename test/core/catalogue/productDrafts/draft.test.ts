import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProductDraft } from '#contract/productDrafts.ts';
import { openDesk, PNG } from '../../../support/desk.ts';
import { part, save, whole } from './wardrobe.ts';

describe('a plan to add a product', () => {
  it('says of each part whether it is there and how it differs, is created, or lacks something', async () => {
    const desk = await openDesk();
    const draft = await whole(desk);
    const verdict = await desk.call('productDrafts.evaluate', { draft });
    expect(verdict.parts.map(({ part: name, state }) => `${name} ${state}`)).toEqual([
      'band create',
      'board exists',
      'hinge create',
      'blank empty',
      'product create',
    ]);
    expect(verdict.parts[1]?.differs).toEqual([
      { field: 'name', before: 'Dąb Bardolino', after: 'Dąb inny' },
    ]);
    expect(verdict).toMatchObject({ ready: true, creates: 3, uploads: 2 });
    expect(verdict.unknown).toEqual([
      { kind: 'materials', code: 'GONE-1', place: 'materialy.front.SIFRA', leaving: false },
    ]);
    const lacking: ProductDraft = {
      parts: [
        part('a', { kind: 'fittings', values: { kod: 'X-1', price: 'dear', colour: 'red' } }),
        part('b', { kind: 'fittings', values: { kod: 'X-1', name: 'Twin' } }),
        part('c', { kind: 'materials', values: { name: 'No code' } }),
        part('d', {
          kind: 'products',
          values: { name: 'P' },
          files: [{ field: 'modelPath', file: 'no', name: 'x.obj' }],
        }),
        part('e', { kind: 'fittings', use: 'nobody' }),
      ],
    };
    const { parts, ready } = await desk.call('productDrafts.evaluate', { draft: lacking });
    expect(ready).toBe(false);
    const faults = parts.map(({ faults: all }) =>
      all.map(({ code, field }) => `${code} ${field}`).toSorted(),
    );
    expect(faults).toEqual([
      ['invalid price', 'missing name', 'unknown-field colour'],
      ['twin kod'],
      ['not-named SIFRA'],
      [
        'file-gone modelPath',
        'missing date',
        'missing main',
        'missing materialy',
        'missing status',
      ],
      ['no-record '],
    ]);
  });

  it('is queued once as one named group, the product last, however often it is asked for', async () => {
    const desk = await openDesk();
    const { plan } = await save(desk, await whole(desk));
    const first = await desk.call('productDrafts.queue', { plan });
    expect(first.steps.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual([
      'ABS-99 queued',
      'H1145 exists',
      'F-9 queued',
      'Szafa nowa queued',
    ]);
    const again = await desk.call('productDrafts.queue', { plan });
    expect(again.group).toBe(first.group);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toHaveLength(3);
    const product = operations.find(({ kind }) => kind === 'products');
    expect(product?.dependsOn).toHaveLength(2);
    const { groups } = await desk.call('groups.list', {});
    expect(groups).toMatchObject([
      { id: first.group, label: { code: 'add-product', count: 3, params: { record: 'Szafa' } } },
    ]);
    expect(await desk.push()).toMatchObject({ done: 3, waiting: 0 });
    expect(
      desk.service.state.all('products').filter(({ name }) => name === 'Szafa nowa'),
    ).toHaveLength(1);
    await expect(save(desk, { parts: [] }, plan)).rejects.toMatchObject({ code: 'state' });
  });

  it('refuses to queue what lacks something, with every place, and queues nothing', async () => {
    const desk = await openDesk();
    const draft = {
      parts: [
        part('a', { kind: 'fittings', values: { kod: 'X' } }),
        part('b', { kind: 'materials', values: { SIFRA: 'Y' } }),
      ],
    };
    const { plan } = await save(desk, draft);
    await expect(desk.call('productDrafts.queue', { plan })).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'a.name' }, { place: 'b.name' }] },
    });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    expect((await desk.call('productDrafts.get', { plan })).group).toBeNull();
  });

  it('uses nothing that is queued to be removed, and says so before it is queued', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'materials', ref: 'H1145' });
    const picked = (await desk.call('records.list', { kind: 'materials' })).rows[0]?.id ?? '';
    const draft = await whole(desk);
    draft.parts.push(part('picked', { kind: 'materials', use: picked }));
    const verdict = await desk.call('productDrafts.evaluate', { draft });
    expect(verdict.ready).toBe(false);
    expect(verdict.parts[1]).toMatchObject({
      state: 'incomplete',
      id: picked,
      faults: [{ code: 'leaving', value: 'H1145' }],
    });
    expect(verdict.parts.at(-1)?.faults[0]).toMatchObject({ code: 'leaving', value: 'H1145' });
    const { plan } = await save(desk, draft);
    await expect(desk.call('productDrafts.queue', { plan })).rejects.toMatchObject({
      code: 'invalid',
    });
    const without = { parts: draft.parts.filter(({ kind }) => kind !== 'materials') };
    expect((await desk.call('productDrafts.evaluate', { draft: without })).unknown).toContainEqual({
      kind: 'materials',
      code: 'H1145',
      place: 'materialy.korpus.SIFRA',
      leaving: true,
    });
  });

  it('names nothing that was not named', async () => {
    const desk = await openDesk();
    const parts = [
      part('p', { kind: 'products' }),
      part('f', { kind: 'fittings', values: { price: '1' } }),
    ];
    const verdict = await desk.call('productDrafts.evaluate', { draft: { parts } });
    expect(verdict.parts.map(({ title }) => title)).toEqual(['', '']);
  });

  it('takes what is typed as it is, and keeps it over a restart', async () => {
    const desk = await openDesk();
    const draft = { parts: [part('a', { kind: 'fittings', values: { price: '12,' } })] };
    const { plan } = await save(desk, draft);
    const more = { parts: [part('a', { kind: 'fittings', values: { price: '12,5', kod: '' } })] };
    await save(desk, more, plan);
    await desk.restart();
    expect((await desk.call('productDrafts.get', { plan })).draft).toEqual(more);
    expect((await desk.call('productDrafts.list', {})).plans).toHaveLength(1);
    await desk.call('productDrafts.remove', { plan });
    expect((await desk.call('productDrafts.list', {})).plans).toEqual([]);
  });

  it('takes cells copied from a spreadsheet by the names of their columns', async () => {
    const desk = await openDesk();
    const read = (text: string, more = {}) =>
      desk.call('productDrafts.readSheet', { text, ...more });
    const named = await read(
      'Nazwa\tSIFRA\tCena\tUwagi\nDąb Bardolino\t00417\t12,50\tx\n\nBuk\tH2\tdwa\t\n',
    );
    expect(named).toMatchObject({ kind: 'materials', head: true });
    expect(named.columns.map(({ field }) => field)).toEqual(['name', 'SIFRA', 'price', null]);
    expect(named.rows).toEqual([
      { name: 'Dąb Bardolino', SIFRA: '00417', price: '12.50' },
      { name: 'Buk', SIFRA: 'H2', price: 'dwa' },
    ]);
    const ours = await read("SIFRA\tNazwa\n'00417\t'=A1\n", { kind: 'materials' });
    expect(ours.rows).toEqual([{ SIFRA: '00417', name: '=A1' }]);
    const bare = await read('ABS-1\tABS 22\t0,8\n', {
      kind: 'edge-bands',
      fields: ['code', 'name', 'thickness'],
    });
    expect(bare).toMatchObject({
      head: false,
      rows: [{ code: 'ABS-1', name: 'ABS 22', thickness: 0.8 }],
    });
    const parts = await read('kod\tname\twymiary.x\timages\nF-1\tZawias\t12\ta.png', {
      kind: 'fittings',
    });
    expect(parts.columns.at(-1)).toEqual({ name: 'images', field: null });
    expect(parts.rows[0]?.['wymiary']).toHaveProperty('x');
    await expect(read(' \n')).rejects.toMatchObject({ code: 'invalid' });
  });

  it('becomes a manifest that another workstation opens as the same plan', async () => {
    const desk = await openDesk();
    const { plan } = await save(desk, await whole(desk));
    const folder = path.join(desk.folder, 'saved');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'S.OBJ'), 'of somebody else');
    const to = path.join(folder, 'szafa.json');
    const saved = await desk.call('productDrafts.saveManifest', { plan, to });
    expect(saved).toEqual({ file: to, files: 2, download: null });
    const files = ['S.OBJ', 'f.png', 's-2.obj', 'szafa.json'];
    expect(fs.readdirSync(folder).toSorted()).toEqual(files);
    // Once more: its own files are known again, and nothing else is touched.
    await desk.call('productDrafts.saveManifest', { plan, to });
    expect(fs.readdirSync(folder).toSorted()).toEqual(files);
    expect(fs.readFileSync(path.join(folder, 'S.OBJ'), 'utf8')).toBe('of somebody else');
    const manifest: unknown = JSON.parse(fs.readFileSync(saved.file, 'utf8'));
    const opened = await desk.call('productDrafts.fromManifest', {
      manifest: manifest as never,
      folder,
    });
    expect(opened.skipped).toEqual([]);
    const verdict = await desk.call('productDrafts.evaluate', { draft: opened.draft });
    expect(verdict).toMatchObject({ ready: true, creates: 3, uploads: 2 });
    fs.rmSync(path.join(folder, 's-2.obj'));
    const without = await desk.call('productDrafts.fromManifest', {
      manifest: manifest as never,
      folder,
    });
    expect(without.skipped).toMatchObject([
      { path: 's-2.obj', part: 'product-1', field: 'modelPath' },
    ]);
    const { parts } = await desk.call('productDrafts.evaluate', { draft: without.draft });
    expect(parts.at(-1)?.faults).toMatchObject([{ code: 'missing', field: 'modelPath' }]);
  });

  it('opens a manifest that names a picture as a model without that file, and says so', async () => {
    const desk = await openDesk();
    desk.file('s.png', PNG);
    const manifest = { product: { name: 'Szafa', model: 's.png', images: ['s.png'] } };
    const { folder } = desk;
    const { skipped, draft } = await desk.call('productDrafts.fromManifest', { manifest, folder });
    expect(skipped).toMatchObject([{ path: 's.png', part: 'product-1', field: 'modelPath' }]);
    expect(draft.parts[0]?.files).toMatchObject([{ field: 'images', name: 's.png' }]);
  });

  it('opens a manifest whose file is no path without it, and says so', async () => {
    const desk = await openDesk();
    desk.file('s.png', PNG);
    const manifest = { fittings: [{ kod: 'F-9', name: 'Uchwyt', images: [5, 's.png'] }] };
    const { folder } = desk;
    const { skipped, draft } = await desk.call('productDrafts.fromManifest', { manifest, folder });
    expect(skipped).toMatchObject([{ path: '5', part: 'fittings-1', field: 'images' }]);
    expect(draft.parts[0]?.files).toMatchObject([{ field: 'images', name: 's.png' }]);
  });

  it('becomes a manifest with what was typed where a picked record is gone', async () => {
    const desk = await openDesk();
    const parts = [part('a', { kind: 'fittings', values: { kod: 'F-9' }, use: 'nobody' })];
    const { plan } = await save(desk, { parts });
    const { file } = await desk.call('productDrafts.saveManifest', { plan, to: null });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ fittings: [{ kod: 'F-9' }] });
  });

  it('becomes one ZIP with its files for a window that fetches it', async () => {
    const desk = await openDesk();
    const { plan } = await save(desk, await whole(desk));
    const { file, download } = await desk.call('productDrafts.saveManifest', { plan, to: null });
    expect(download).toMatch(/\.zip$/);
    const packed = fs.readFileSync(file, 'latin1');
    for (const name of ['manifest.json', 'f.png', 's.obj']) expect(packed).toContain(name);
    const bare = await save(desk, {
      parts: [part('a', { kind: 'fittings', values: { kod: 'A' } })],
    });
    const alone = await desk.call('productDrafts.saveManifest', { plan: bare.plan, to: null });
    expect(JSON.parse(fs.readFileSync(alone.file, 'utf8'))).toEqual({ fittings: [{ kod: 'A' }] });
  });

  it('begins with the parts of an existing product', async () => {
    const desk = await openDesk();
    const { plan } = await save(desk, await whole(desk));
    await desk.call('productDrafts.queue', { plan });
    const { rows } = await desk.call('records.list', { kind: 'products', search: 'nowa' });
    const copy = await desk.call('productDrafts.fromProduct', { ref: rows[0]?.id ?? '' });
    const { parts } = await desk.call('productDrafts.evaluate', { draft: copy.draft });
    expect(parts.map(({ key, kind, state }) => `${key ?? kind} ${state}`)).toEqual([
      'H1145 exists',
      'GONE-1 incomplete',
      'F-9 exists',
      'products incomplete',
    ]);
    expect(parts.at(-1)?.faults).toMatchObject([{ code: 'missing', field: 'modelPath' }]);
  });
});
