import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { asAppError } from '#contract/errors.ts';
import { PNG } from '../../../../support/desk.ts';
import { undo } from '../../../../support/sheets.ts';
import { TABLE, FILES, sha, isList, keyField, text } from './facts.ts';
import type { Kept } from './facts.ts';
import { WalkDrafts } from './drafts.ts';

/** The steps of this user and of another administrator on queued records. */
export class WalkQueued extends WalkDrafts {
  /** Changes a record that was queued: another model, another name. */
  async amend(b: number): Promise<void> {
    const { id, wanted } = this.pick(
      [...this.wanted].map(([key, value]) => ({ id: key, wanted: value })),
      b >> 1,
    ) ?? { id: '', wanted: undefined };
    if (wanted === undefined || this.loose.has(id)) return;
    const { kind } = wanted;
    const single = FILES[kind].find((field) => !isList(kind, field));
    try {
      if (b % 2 === 0 && single !== undefined) {
        this.note(`amend file ${kind}`);
        const { field, file } = await this.stage(kind, single);
        const files = [{ field, file }];
        await this.desk.call('records.update', { kind, ref: id, values: {}, files });
        const hashes = new Map(wanted.files).set(single, [this.bytes.get(file) ?? '']);
        this.wanted.set(id, { ...wanted, files: hashes });
      } else if (kind !== 'products') {
        this.note(`amend name ${kind}`);
        const values = { name: `Amended ${b}` };
        await this.desk.call('records.update', { kind, ref: id, values, files: [] });
        this.wanted.set(id, { ...wanted, values: { ...wanted.values, ...values } });
      }
    } catch (thrown) {
      // Gone, or queued to be removed.
      expect(['not-found', 'state']).toContain(asAppError(thrown).code);
    }
  }

  /** Drops pictures on a product that waits or was made. */
  async picture(b: number): Promise<void> {
    const products = [...this.wanted].filter(([, { kind }]) => kind === 'products');
    const [id, wanted] = this.pick(products, b) ?? [];
    if (id === undefined || wanted === undefined) return;
    const { file } = await this.stage('products', 'images');
    const assigned = { file, kind: 'products', record: id, field: 'images', as: 'add' } as const;
    const { placed } = await this.desk.call('files.queue', {
      name: 'Pictures',
      assignments: [assigned],
    });
    const error = placed[0]?.error ?? null;
    this.note(`picture ${error === null ? 'placed' : error.code}`);
    if (error !== null) {
      expect(['not-found', 'state']).toContain(error.code);
      return;
    }
    const images = [...(wanted.files.get('images') ?? []), this.bytes.get(file) ?? ''];
    this.wanted.set(id, { ...wanted, files: new Map(wanted.files).set('images', images) });
  }

  /** The other way to queue a family: a manifest of the terminal. */
  async addProduct(b: number): Promise<void> {
    this.count += 1;
    const name = `Product ${this.count}`;
    const [a, model] = [`m-${this.count}.png`, `m-${this.count}.obj`];
    this.desk.file(a, Buffer.concat([PNG, Buffer.from(a)]));
    this.desk.file(model, `o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# ${model}\n`);
    const { name: _n, ...rest } = this.newPart('products', b).values;
    const manifest = {
      fittings: [{ kod: `fittings-${b % 3}`, name: `Of ${name}`, images: [a] }],
      product: { ...rest, name, model, images: [a] },
    };
    this.note('manifest');
    const asked = this.desk.call('productDrafts.addProduct', {
      manifest,
      folder: this.desk.folder,
    });
    const { steps } = await asked.catch((thrown: unknown) => {
      expect(asAppError(thrown).code).toBe('invalid');
      return { steps: [] };
    });
    const all = await this.everything();
    const picture = sha(fs.readFileSync(path.join(this.desk.folder, a)));
    for (const { kind, key, operation, outcome } of steps) {
      if (outcome === 'exists') continue;
      const made = all.find(({ id }) => id === operation);
      expect(made?.group).not.toBeNull();
      const files = new Map([['images', [picture]]]);
      if (kind === 'products')
        files.set('modelPath', [sha(fs.readFileSync(path.join(this.desk.folder, model)))]);
      const values = { name: kind === 'products' ? name : `Of ${name}` };
      this.wanted.set(made?.recordId ?? '', { kind, key, values, files });
    }
  }

  /** Changes records at the service as another administrator. */
  other(b: number): void {
    const kind = this.pick(['fittings', 'materials', 'products'] as const, b) ?? 'fittings';
    const { state } = this.desk.service;
    const made = [...this.wanted.values()].filter((each) => each.kind === kind);
    const name = this.pick(made, b >> 3)?.key;
    const record = state.all(TABLE[kind]).find((each) => each[keyField(kind)] === name);
    if (b % 2 === 0 && record !== undefined && name !== undefined) {
      this.note(`other removes ${kind}`);
      state.remove(TABLE[kind], text(record['_id']));
      this.removed.add(`${kind}/${name}`);
    } else if (kind !== 'products') {
      const key = `${kind}-${b % 3}`;
      if (state.all(TABLE[kind]).some((each) => each[keyField(kind)] === key)) return;
      this.note(`other makes ${kind}`);
      state.insert(TABLE[kind], { [keyField(kind)]: key, name: `Theirs ${b}` });
      this.removed.add(`${kind}/${key}`);
    }
  }

  /** Discards, holds, releases or retries something that waits, which is refused where it may not be. */
  async act(b: number): Promise<void> {
    const operation = this.pick(await this.operations(), b >> 2);
    if (operation === undefined) return;
    const { id, state, action, recordId, kind, key, title } = operation;
    const what = this.pick(['discard', 'hold', 'release', 'retry'] as const, b) ?? 'hold';
    this.note(`${what} ${action} ${kind} ${state}`);
    const able: Record<typeof what, readonly string[]> = {
      discard: ['waiting', 'held', 'refused', 'conflict', 'unknown'],
      hold: ['waiting', 'held'],
      release: ['held', 'waiting'],
      retry: ['refused', 'conflict', 'unknown', 'waiting', 'held'],
    };
    const acting = this.desk.call(`outbox.${what}`, { operation: id });
    if (!able[what].includes(state)) {
      await expect(acting).rejects.toMatchObject({ code: 'state' });
      return;
    }
    await acting;
    if (what !== 'discard') return;
    if (action !== 'create') this.loose.add(recordId);
    else if (state === 'unknown' || operation.attempts > 0)
      this.risky.add(`${kind}/${key ?? title}`);
  }

  /** Takes back the group of a plan, or the newest group. */
  async takeBack(kept: Kept | undefined): Promise<void> {
    const group = kept === undefined ? undefined : (await this.head(kept.plan)).group;
    if (group === null) return;
    this.note(`undo ${kept === undefined ? 'newest' : 'plan'}`);
    try {
      const { counts } = await undo(this.desk, group);
      this.note(`undone ${JSON.stringify(counts)}`);
    } catch (thrown) {
      expect(['state', 'not-found', 'invalid']).toContain(asAppError(thrown).code);
      this.note(`undo-refused ${asAppError(thrown).message}`);
      return;
    }
    // The walk does not follow the records that an undo of the newest group changes or creates
    // again.
    if (kept === undefined) for (const id of this.wanted.keys()) this.loose.add(id);
    // A user usually continues to edit a plan after its undo.
    else await this.choose(kept, this.count);
  }
}
