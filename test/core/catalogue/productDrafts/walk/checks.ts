import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { ProductDraft } from '#contract/productDrafts.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { TestWorkstation } from '../../../../support/desk.ts';
import { SETTLE } from '../../../../support/editing.ts';
import { TABLE, KINDS, FILES, sha, keyField, text } from './facts.ts';
import type { Kept, Wanted } from './facts.ts';
import { WalkState } from './state.ts';

/** Checks the invariants after every step and at the end. */
export class WalkChecks extends WalkState {
  /** Checks the invariants after every step. */
  async check(): Promise<void> {
    const all = await this.everything();
    await this.checkPlans(all);
    this.checkBytes(all);
    this.checkTwice();
  }

  /** Every plan is as it was last acknowledged, and counts as queued while something of it waits. */
  async checkPlans(all: readonly Operation[]): Promise<void> {
    const { plans } = await this.desk.call('productDrafts.list', {});
    expect(plans.map(({ plan }) => plan).toSorted()).toEqual(
      this.plans.map(({ plan }) => plan).toSorted(),
    );
    for (const kept of this.plans) {
      const { draft, name, state, group } = await this.head(kept.plan);
      expect({ draft, name }).toEqual({ draft: kept.draft, name: kept.name });
      const made = all.filter((each) => each.group === group && each.action === 'create');
      const products = made.filter(({ kind }) => kind === 'products');
      const main = products.length > 0 ? products : made;
      const open = main.filter((each) => !['done', 'discarded', 'merged'].includes(each.state));
      if (group !== null && open.length > 0) expect(state).toBe('queued');
      if (state === 'draft') expect(group).toBeNull();
      if (state === 'queued') await this.checkQueued(kept, made, all);
    }
  }

  /** Checks the verdict of a plan against its queued operations. */
  async checkQueued(
    kept: Kept,
    made: readonly Operation[],
    all: readonly Operation[],
  ): Promise<void> {
    const verdict = await this.desk.call('productDrafts.evaluate', { draft: kept.draft });
    const leaves = (id: string) =>
      all.some(({ action, recordId }) => action === 'remove' && recordId === id);
    for (const { kind, key, state, recordId } of made) {
      if (kind === 'products' || leaves(recordId)) continue;
      if (this.removed.has(`${kind}/${key ?? ''}`)) continue;
      if (state === 'discarded' || state === 'merged') continue;
      const found = verdict.parts.find((each) => each.kind === kind && each.key === key);
      if (found !== undefined) expect([kind, key, found.state]).toEqual([kind, key, 'exists']);
    }
  }

  /** The copies of files that are still needed are there, and whole. */
  checkBytes(all: readonly Operation[]): void {
    const inPlans = this.plans.flatMap(({ draft }) => this.hashesOf(draft));
    const kept = inPlans.filter((sha256) => !this.parted.has(sha256));
    for (const sha256 of new Set([...unsent(all), ...kept])) {
      expect(this.isHere(sha256), `the copy ${sha256} is gone`).toBe(true);
      expect(sha(fs.readFileSync(path.join(this.staged(), sha256)))).toBe(sha256);
    }
  }

  /**
   * Runs an action that may remove staged files.
   *
   * It may remove only files that no unqueued plan and no operation needs.
   */
  async parting(act: () => Promise<void>): Promise<void> {
    const { plans } = await this.desk.call('productDrafts.list', {});
    const queued = new Set(plans.flatMap(({ plan, state }) => (state === 'queued' ? plan : [])));
    const open = this.plans.filter(({ plan }) => !queued.has(plan));
    const needed = new Set([
      ...unsent(await this.everything()),
      ...open.flatMap(({ draft }) => this.hashesOf(draft)),
    ]);
    const before = [...this.bytes.values()].filter((sha256) => this.isHere(sha256));
    await act();
    for (const sha256 of before)
      if (!needed.has(sha256) && !this.isHere(sha256)) this.parted.add(sha256);
  }

  hashesOf({ parts }: ProductDraft): readonly string[] {
    return parts.flatMap(({ files }) => files.map(({ file }) => this.bytes.get(file) ?? ''));
  }

  isHere(sha256: string): boolean {
    return fs.existsSync(path.join(this.staged(), sha256));
  }

  /** Nothing is at the service twice. */
  checkTwice(): void {
    for (const kind of KINDS) {
      const names = this.desk.service.state
        .all(TABLE[kind])
        .map((record) => text(record[keyField(kind)]));
      const twice = names.filter(
        (name, at) => names.indexOf(name) !== at && !this.risky.has(`${kind}/${name}`),
      );
      expect(twice, `${kind} made twice`).toEqual([]);
    }
  }

  /** Sends everything, then checks the records of the service. */
  async finish(): Promise<void> {
    const { desk } = this;
    desk.service.clearFaults();
    for (let round = 0; round < 14; round += 1) {
      const open = await this.operations();
      if (open.length === 0) break;
      for (const { id, state, reason } of open) {
        const isGone = reason?.details?.why === 'not-created';
        if (state === 'held') await desk.call('outbox.release', { operation: id });
        if (state === 'refused' && isGone) await desk.call('outbox.discard', { operation: id });
        if (state === 'refused' && !isGone) await desk.call('outbox.retry', { operation: id });
        if (state === 'conflict' && round > 6) await desk.call('outbox.discard', { operation: id });
      }
      desk.clock.advance(2 * SETTLE);
      await desk.push();
      await this.check();
    }
    await desk.restart();
    await desk.pull();
    await this.check();
    const left = await this.operations();
    expect(left.map(({ kind, key, state, reason }) => [kind, key, state, reason?.text])).toEqual(
      [],
    );
    const all = await this.everything();
    for (const [id, wanted] of this.wanted) this.checkMade(all, id, wanted);
    for (const kept of this.plans) await this.checkThere(kept);
  }

  /** Checks that the service holds a queued record once, with its files and its name. */
  checkMade(all: readonly Operation[], id: string, wanted: Wanted): void {
    const own = all.filter(({ recordId }) => recordId === id);
    const create = own.find(({ action }) => action === 'create');
    if (create?.state !== 'done' || create.reason?.code === 'exists') return;
    // A removal that was sent may have arrived, though it was taken back.
    if (own.some(({ action, attempts }) => action === 'remove' && attempts > 0)) return;
    const { kind, key } = wanted;
    if (this.risky.has(`${kind}/${key}`) || this.removed.has(`${kind}/${key}`)) return;
    const there = heldAt(this.desk, kind, key);
    expect(there, `${kind} ${key}`).toHaveLength(1);
    if (this.loose.has(id)) return;
    const [record = {}] = there;
    const hashOf = (value: Json | undefined) =>
      this.desk.service.state.files().find((each) => each.path === value)?.sha256 ?? value ?? null;
    for (const field of FILES[kind]) {
      const value = record[field];
      const held = Array.isArray(value) ? value : value === undefined ? [] : [value];
      expect(held.map(hashOf), `${kind} ${key} ${field}`).toEqual(wanted.files.get(field) ?? []);
    }
    expect(record['name']).toBe(wanted.values['name']);
  }

  /** A plan that counts as queued has its product at the service, once. */
  async checkThere(kept: Kept): Promise<void> {
    const { state, group } = await this.head(kept.plan);
    if (state !== 'queued' || group === null) return;
    const all = await this.everything();
    for (const { recordId, kind, title, state: at } of all)
      if (kind === 'products' && at === 'done' && this.wanted.has(recordId)) {
        const gone = all.some(
          (each) => each.recordId === recordId && each.action === 'remove' && each.attempts > 0,
        );
        const name = `${kind}/${title}`;
        if (!gone && !this.risky.has(name) && !this.removed.has(name))
          expect(heldAt(this.desk, kind, title), title).toHaveLength(1);
      }
  }
}

/** The files that are still to be sent. */
function unsent(all: readonly Operation[]): readonly string[] {
  return all
    .filter(({ state }) => !['done', 'discarded', 'merged'].includes(state))
    .flatMap(({ files }) => files.filter(({ state }) => state !== 'sent'))
    .map(({ sha256 }) => sha256);
}

function heldAt({ service }: TestWorkstation, kind: Kind, key: string): readonly JsonObject[] {
  return service.state.all(TABLE[kind]).filter((record) => record[keyField(kind)] === key);
}
