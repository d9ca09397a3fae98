import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { isObject, json } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { ProductDraft, DraftPart, DraftVerdict } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { WalkChecks } from './checks.ts';
import { KINDS, FILES, isList, keyField, text } from './facts.ts';
import type { Kept } from './facts.ts';

/** The steps of a user who works with plans. */
export class WalkDrafts extends WalkChecks {
  /** Begins a plan, up to four of them. */
  async begin(b: number): Promise<void> {
    if (this.plans.length >= 4) return;
    this.note('begin');
    const kinds = KINDS.filter((_, at) => at === 3 || (b >> at) % 2 === 1);
    const parts: DraftPart[] = [];
    for (const kind of kinds) {
      const part = this.newPart(kind, b >> 3);
      const files =
        kind === 'products' || (kind !== 'edge-bands' && b % 5 > 1)
          ? [await this.stage(kind, FILES[kind][0] ?? '')]
          : [];
      parts.push({ ...part, files });
    }
    const name = `Plan ${this.plans.length}`;
    const draft = { parts };
    const { plan } = await this.desk.call('productDrafts.save', { plan: null, name, draft });
    this.plans.push({ plan, name, draft });
  }

  /** Types into a part. */
  async type(kept: Kept, b: number): Promise<void> {
    const part = this.pick(kept.draft.parts, b >> 2);
    if (part === undefined) return;
    this.note(`type ${part.part}`);
    const { title } = resourceOf(part.kind);
    const values: JsonObject = {
      ...part.values,
      ...(b % 4 === 0 && part.kind !== 'products'
        ? { [keyField(part.kind)]: b % 8 === 0 ? '' : `${part.kind}-${(b >> 2) % 3}` }
        : { [title]: part.kind === 'products' ? `${text(part.values[title])}*` : `Typed ${b}` }),
    };
    await this.save(
      kept,
      kept.draft.parts.map((each) => (each === part ? { ...part, values } : each)),
    );
  }

  /** Adds a part: a typed one or an existing record. */
  async join(kept: Kept, b: number): Promise<void> {
    const kind = this.pick(KINDS.slice(0, 3), b) ?? 'fittings';
    const fresh = this.newPart(kind, b >> 2);
    const { rows } = await this.desk.call('records.list', { kind });
    const use = b % 3 === 0 ? (this.pick(rows, b >> 4)?.id ?? null) : null;
    this.note(`join ${kind} ${use === null ? 'typed' : 'picked'}`);
    const part = use === null ? fresh : { ...fresh, values: {}, use };
    await this.save(kept, [...kept.draft.parts, part]);
  }

  /** Chooses a file for a part. */
  async choose(kept: Kept, b: number): Promise<void> {
    const able = kept.draft.parts.filter(({ kind }) => FILES[kind].length > 0);
    const part = this.pick(able, b);
    const field = part === undefined ? undefined : this.pick(FILES[part.kind], b >> 2);
    if (part === undefined || field === undefined) return;
    this.note(`choose ${field} for ${part.part}`);
    const given = await this.stage(part.kind, field);
    const rest = isList(part.kind, field)
      ? part.files
      : part.files.filter((each) => each.field !== field);
    const changed = { ...part, files: [...rest, given] };
    await this.save(
      kept,
      kept.draft.parts.map((each) => (each === part ? changed : each)),
    );
  }

  /** Takes a file out of a part. */
  async drop(kept: Kept, b: number): Promise<void> {
    const part = this.pick(
      kept.draft.parts.filter(({ files }) => files.length > 0),
      b,
    );
    if (part === undefined) return;
    this.note(`drop of ${part.part}`);
    const [gone, ...files] = part.files;
    await this.save(
      kept,
      kept.draft.parts.map((each) => (each === part ? { ...part, files } : each)),
    );
    if (gone !== undefined && b % 2 === 0) await this.giveBack([gone.file]);
  }

  /**
   * Removes or overwrites a file that the user chose.
   *
   * Cabinet has copied the file, so this changes nothing.
   */
  spoil(b: number): void {
    const source = this.pick(this.sources, b);
    if (source === undefined) return;
    this.note('spoil');
    if (b % 2 === 0) fs.rmSync(source, { force: true });
    else fs.writeFileSync(source, 'something else');
  }

  /** Queues a plan and compares the result with its verdict. */
  async queue(kept: Kept): Promise<void> {
    const { draft } = kept;
    const { state, group: before } = await this.head(kept.plan);
    const verdict = await this.desk.call('productDrafts.evaluate', { draft });
    const open = new Set((await this.everything()).map(({ id }) => id));
    const asked = this.desk.call('productDrafts.queue', { plan: kept.plan });
    this.note(`queue ${state} ${verdict.ready ? 'ready' : 'not-ready'}`);
    if (state === 'queued') {
      expect((await asked).group).toBe(before);
      expect(new Set((await this.everything()).map(({ id }) => id))).toEqual(open);
      return;
    }
    if (!verdict.ready) {
      await expect(asked).rejects.toMatchObject({ code: 'invalid' });
      expect(new Set((await this.everything()).map(({ id }) => id))).toEqual(open);
      return;
    }
    const { group, steps } = await asked;
    expect(steps.filter(({ outcome }) => outcome === 'queued')).toHaveLength(verdict.creates);
    const mine = (await this.everything()).filter((each) => each.group === group);
    expect(mine.flatMap(({ files }) => files)).toHaveLength(verdict.uploads);
    expect(mine.filter(({ action }) => action === 'create')).toHaveLength(verdict.creates);
    this.want(draft, verdict, mine);
  }

  /** Remembers the expected results of the queued creations. */
  want(draft: ProductDraft, verdict: DraftVerdict, mine: readonly Operation[]): void {
    const made = draft.parts.filter((_, at) => verdict.parts[at]?.state === 'create');
    const left = mine.filter(({ action }) => action === 'create');
    for (const { kind, values, files } of made) {
      const key = text(values[keyField(kind)]);
      const at = left.findIndex(
        (each) => each.kind === kind && (kind === 'products' ? each.title : each.key) === key,
      );
      const [operation] = at < 0 ? [] : left.splice(at, 1);
      if (operation === undefined) throw new Error(`nothing was queued for ${kind} ${key}`);
      const byField = Map.groupBy(files, ({ field }) => field);
      const hashes = [...byField].map(
        ([field, some]) => [field, some.map(({ file }) => this.bytes.get(file) ?? '')] as const,
      );
      this.wanted.set(operation.recordId, { kind, key, values, files: new Map(hashes) });
    }
    expect(left).toEqual([]);
  }

  /** Gives all copies back, as a window that closes does. */
  async unstage(): Promise<void> {
    this.note('unstage');
    await this.giveBack([...this.bytes.keys()]);
  }

  async giveBack(files: string[]): Promise<void> {
    await this.parting(async () => {
      await this.desk.call('files.unstage', { files });
    });
  }

  /** Saves a plan as a manifest and opens that as another plan. */
  async carry(kept: Kept): Promise<void> {
    if (this.plans.length >= 4) return;
    const folder = path.join(this.desk.folder, `manifest-${this.count}`);
    fs.mkdirSync(folder, { recursive: true });
    const to = path.join(folder, 'plan.json');
    const saving = this.desk.call('productDrafts.saveManifest', { plan: kept.plan, to });
    if (this.hashesOf(kept.draft).some((sha256) => !this.isHere(sha256))) {
      this.note('carry nothing');
      await expect(saving).rejects.toMatchObject({ code: 'invalid' });
      return;
    }
    await saving;
    const manifest: Json = json.parse(JSON.parse(fs.readFileSync(to, 'utf8')));
    if (!isObject(manifest)) throw new Error('no manifest');
    const { product } = manifest;
    this.count += 1;
    const name = `Product ${this.count}`;
    const other: JsonObject = {
      ...manifest,
      ...(product !== undefined && isObject(product) ? { product: { ...product, name } } : {}),
    };
    this.note('carry');
    const begun = await this.desk.call('productDrafts.fromManifest', { manifest: other, folder });
    expect(begun.skipped).toEqual([]);
    const typed = kept.draft.parts.filter(
      (each) => each.use !== null || each.files.length > 0 || Object.keys(each.values).length > 0,
    );
    const inOrder = KINDS.flatMap((kind) => typed.filter((each) => each.kind === kind));
    begun.draft.parts.forEach((part, at) => {
      const from = inOrder[at];
      for (const field of FILES[part.kind]) {
        const [before, now] = [from?.files ?? [], part.files].map((some) =>
          some.filter((each) => each.field === field),
        );
        expect(now).toHaveLength(before?.length ?? 0);
        now?.forEach(({ file }, number) =>
          this.bytes.set(file, this.bytes.get(before?.[number]?.file ?? '') ?? ''),
        );
      }
    });
    this.plans.push({ plan: begun.plan, name: begun.name, draft: begun.draft });
  }

  /** Removes a plan; its queued operations stay. */
  async forget(kept: Kept): Promise<void> {
    this.note('forget');
    await this.desk.call('productDrafts.remove', { plan: kept.plan });
    this.plans.splice(this.plans.indexOf(kept), 1);
  }
}
