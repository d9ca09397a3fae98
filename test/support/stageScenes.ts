import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { DEMO_ACCOUNT } from '#reference/demo.ts';
import type { Input } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/coreApi.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import type { Reference } from '#reference/server.ts';
import { beginPlan, changeAsOthers } from './stageAround.ts';
import { profileFolder } from '#core/workspace/profileFolder.ts';

const FITTINGS = '/adminapi/fittings';
const PRODUCTS = '/adminapi/products';
const NO_WAIT = { patience: 0 } as const;

/** Brings the outbox of a new profile into every state there is, against a demo service. */
export class Stage {
  readonly #dataDir;
  readonly #folder;
  readonly #service;
  #core: Core;

  constructor(dataDir: string, folder: string, service: Reference) {
    this.#dataDir = dataDir;
    this.#folder = folder;
    this.#service = service;
    this.#core = this.#open();
  }

  /** Nothing is sent twice on purpose: each scene leaves its operation where it is to stay. */
  async set(wishes: { readonly waiting?: number; readonly settleSeconds?: number }): Promise<void> {
    const { waiting = 0, settleSeconds = 120 } = wishes;
    await this.#core.call('session.login', { url: this.#service.url, ...DEMO_ACCOUNT });
    await this.#core.call('sync.pull', {});
    await this.#settle(0);
    await changeAsOthers(this.#service, this.#core);
    await this.#gaveUp();
    await this.#twin();
    await this.#sent();
    await this.#fileDamaged();
    await this.#conflicts();
    await this.#refused();
    await this.#kept();
    await this.#settle(settleSeconds);
    await this.#plan();
    await this.#unknown();
    await this.#waiting();
    await beginPlan(this.#core);
    for (let index = 1; index <= waiting; index += 1) await this.#new(index);
    await this.#core.close();
    this.#damageRecord();
  }

  #open(): Core {
    return openCore(nodePlatform({ dataDir: this.#dataDir, log: () => {} }));
  }

  async #settle(settleSeconds: number): Promise<void> {
    await this.#core.call('settings.set', { values: { inFlightWindowSeconds: settleSeconds } });
  }

  #push() {
    return this.#core.call('sync.push', NO_WAIT);
  }

  #nth(kind: 'fittings' | 'materials' | 'products' | 'edgeBands', index: number) {
    const record = this.#service.state.all(kind)[index];
    if (record === undefined) throw new Error(`the demo catalogue has no ${kind} ${index}`);
    return record;
  }

  #id(kind: 'fittings' | 'materials' | 'products' | 'edgeBands', index: number): string {
    return String(this.#nth(kind, index)['_id']);
  }

  async #update(
    kind: Kind,
    ref: string,
    values: Input<'records.update'>['values'],
    files: Input<'records.update'>['files'] = [],
  ): Promise<string> {
    const queued = await this.#core.call('records.update', { kind, ref, values, files });
    return queued.operation ?? '';
  }

  #price(index: number, price: string): Promise<string> {
    return this.#update('fittings', this.#id('fittings', index % 300), { price });
  }

  #new(index: number): Promise<unknown> {
    const kod = `PAR-${String(index).padStart(5, '0')}`;
    const values = { kod, name: `Zawias z partii ${index}`, price: `${10 + (index % 90)}.50` };
    return this.#core.call('records.create', { kind: 'fittings', values, files: [] });
  }

  async #file(name: string, bytes: string, kind: Kind, field: string) {
    const from = path.join(this.#folder, name);
    fs.writeFileSync(from, bytes);
    const staged = await this.#core.call('files.stage', { path: from, kind, field });
    return { field, file: staged.file, sha256: staged.sha256 };
  }

  async #product(name: string, model: string) {
    const { field, file } = await this.#file(
      model,
      `o ${model}\nv 0 0 0\n`,
      'products',
      'modelPath',
    );
    const values = { name, status: '1', date: '2026-11-20', materialy: {}, main: {} };
    const files = [{ field, file }];
    return this.#core.call('records.create', { kind: 'products', values, files });
  }

  /** Three tries without an answer, and never there. */
  async #gaveUp(): Promise<void> {
    const values = { kod: 'PRW-560-KX', name: 'Prowadnica kulkowa 560 mm Korvex', price: '46.20' };
    await this.#core.call('records.create', { kind: 'fittings', values, files: [] });
    this.#service.addFault({ on: { method: 'POST', path: FITTINGS }, kind: 'resetBefore' });
    for (let i = 0; i < 4; i += 1) await this.#push();
    this.#service.clearFaults();
  }

  /** The first request arrives after the second was sent: two records, one operation. */
  async #twin(): Promise<void> {
    await this.#settle(1);
    await this.#product('Komoda Olcha 4S 100', 'komoda-olcha.obj');
    this.#service.addFault({
      on: { method: 'POST', path: PRODUCTS },
      nth: 1,
      kind: 'ghost',
      delayMs: 1_500,
    });
    for (let i = 0; i < 4; i += 1) {
      await this.#push();
      await new Promise((resolve) => setTimeout(resolve, 1_050));
    }
    await this.#settle(0);
  }

  async #sent(): Promise<void> {
    await this.#price(3, '7.15');
    await this.#price(4, '12.40');
    await this.#update('materials', this.#id('materials', 2), { price: '44.90' });
    await this.#push();
  }

  async #fileDamaged(): Promise<void> {
    const { field, file, sha256 } = await this.#file(
      'oslo.obj',
      'o oslo\n',
      'products',
      'modelPath',
    );
    await this.#update('products', this.#id('products', 5), {}, [{ field, file }]);
    const staged = path.join(profileFolder(this.#dataDir, 'default'), 'staged', sha256);
    fs.chmodSync(staged, 0o600);
    fs.writeFileSync(staged, 'something else');
    await this.#push();
  }

  async #conflicts(): Promise<void> {
    const { state } = this.#service;
    for (const [index, mine, theirs] of [
      [10, '16.90', '18.20'],
      [11, '17.90', '19.10'],
      [12, '21.40', '22.00'],
    ] as const) {
      const name = String(this.#nth('fittings', index)['name']);
      const renamed = index === 10 ? { name: `${name}, nowy` } : {};
      await this.#update('fittings', this.#id('fittings', index), { price: mine, ...renamed });
      state.patch('fittings', this.#id('fittings', index), { price: theirs, stock: 140 + index });
    }
    const material = this.#id('materials', 6);
    await this.#update('materials', material, { price: '39.90', name: 'Płyta Dąb Halwin 18 mm' });
    state.patch('materials', material, { price: 41.5, name: 'Płyta laminowana Dąb Halwin 18' });
    await this.#update('fittings', this.#id('fittings', 15), { price: '3.30' });
    state.remove('fittings', this.#id('fittings', 15));
    const leaving = this.#id('materials', 9);
    await this.#core.call('records.remove', { kind: 'materials', ref: leaving });
    state.patch('materials', leaving, { price: 55, name: 'Płyta robocza Granit 38 mm' });
    const values = {
      SIFRA: 'H9001-18',
      name: 'Płyta laminowana Orzech Mazur 18 mm',
      price: '36.10',
    };
    await this.#core.call('records.create', { kind: 'materials', values, files: [] });
    state.insert('materials', { SIFRA: 'H9001-18', name: 'Orzech Mazur 18', price: 33.4 });
    await this.#push();
  }

  async #refused(): Promise<void> {
    await this.#price(20, '13.80');
    this.#service.addFault({
      on: { method: 'PATCH', path: `${FITTINGS}/${this.#id('fittings', 20)}` },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'price must be a number',
    });
    const values = {
      kod: 'ZAW-165-KT-BARDZO-DLUGI',
      name: 'Zawias kątowy 165°',
      price: '17.40',
      stock: 24,
      wymiary: { x: '83.5', y: '26.5' },
    };
    await this.#core.call('records.create', { kind: 'fittings', values, files: [] });
    this.#service.addFault({
      on: { method: 'POST', path: FITTINGS },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'Validation failed: kod: must be at most 20 characters, no Polish letters',
    });
    await this.#push();
    this.#service.clearFaults();
  }

  async #kept(): Promise<void> {
    const id = this.#id('fittings', 22);
    const before = String(this.#nth('fittings', 22)['price']);
    await this.#update('fittings', id, { price: '9.20' });
    this.#service.addFault({
      on: { method: 'PATCH', path: `${FITTINGS}/${id}` },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after') this.#service.state.patch('fittings', id, { price: before });
      },
    });
    await this.#push();
    this.#service.clearFaults();
  }

  /** A product with its parts; one part is refused, so the product waits for it. */
  async #plan(): Promise<void> {
    const demo = path.resolve(import.meta.dirname, '../../resources/demo/add-product');
    this.#service.addFault({
      on: { method: 'POST', path: FITTINGS },
      nth: 2,
      kind: 'status',
      status: 400,
      message: 'kategoria: unknown value',
    });
    await this.#core.call('productDrafts.addProduct', {
      folder: demo,
      manifest: {
        edgeBands: [{ code: 'ABS-22-OSLO', name: 'Obrzeże ABS 22 mm Dąb Oslo', thickness: 0.8 }],
        materials: [
          { SIFRA: 'OSLO-18', name: 'Płyta Dąb Oslo 18 mm', price: 38.4, image: 'h2750.png' },
        ],
        fittings: [
          {
            kod: 'URE-OSLO',
            name: 'Uchwyt Oslo 256 mm',
            price: '21.60',
            images: ['ure-256.svg'],
            model: 'ure-256.obj',
          },
          {
            kod: 'ZAW-OSLO',
            name: 'Zawias Oslo 110°',
            price: '8.90',
            images: ['zaw-110.svg'],
            model: 'zaw-110.obj',
          },
        ],
        product: {
          name: 'Szafa przesuwna 2D „Oslo”',
          status: '1',
          date: '2026-11-20',
          materialy: { korpus: { SIFRA: 'OSLO-18', ilosc: '7.34' } },
          main: { kolekcja: 'Oslo' },
          model: 'wardrobe.obj',
          images: ['wardrobe.svg', 'wardrobe-inside.svg'],
        },
      },
    });
    await this.#push();
    this.#service.clearFaults();
  }

  async #unknown(): Promise<void> {
    const values = { kod: 'ZAW-165-KT', name: 'Zawias kątowy 165° Fersa', price: '17.40' };
    await this.#core.call('records.create', { kind: 'fittings', values, files: [] });
    this.#service.addFault({ on: { method: 'POST', path: FITTINGS }, nth: 1, kind: 'lostAnswer' });
    await this.#price(30, '24.90');
    const changed = `${FITTINGS}/${this.#id('fittings', 30)}`;
    this.#service.addFault({ on: { method: 'PATCH', path: changed }, nth: 1, kind: 'lostAnswer' });
    await this.#product('Szafka RTV Brzoza 160', 'rtv-brzoza.obj');
    this.#service.addFault({ on: { method: 'POST', path: PRODUCTS }, nth: 1, kind: 'lostAnswer' });
    await this.#push();
    this.#service.clearFaults();
  }

  async #waiting(): Promise<void> {
    const held = await this.#price(40, '9.20');
    await this.#core.call('outbox.hold', { operation: held });
    await this.#price(41, '6.99');
    await this.#update('edge-bands', String(this.#nth('edgeBands', 3)['code']), {
      formsSettings: { length_key: 'D08', color: '#8a6f4d' },
      thickness: 0.8,
    });
    const { field, file } = await this.#file(
      'front.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'products',
      'images',
    );
    await this.#update('products', this.#id('products', 8), { name: 'Szafa Sawa 2D 90, dąb' }, [
      { field, file },
    ]);
    await this.#core.call('records.remove', { kind: 'fittings', ref: this.#id('fittings', 44) });
    await this.#update('materials', this.#id('materials', 20), { price: '61.00', DEB: '19' });
    await this.#price(45, '1.15');
  }

  /** A bit flips on the disk: the operation no longer fits its checksum. */
  #damageRecord(): void {
    const db = new Database(path.join(profileFolder(this.#dataDir, 'default'), 'work.db'));
    db.prepare(
      `UPDATE operation SET state = 'refused', patch = json_set(patch, '$.values.price', '1.75'),
         reason = json_object('code', 'record-damaged', 'text', 'This operation was damaged on the disk and will not be sent. Discard it and enter it again.')
       WHERE seq = (SELECT max(seq) FROM operation WHERE action = 'update' AND state = 'waiting')`,
    ).run();
    db.close();
  }
}
