import fs from 'node:fs';
import path from 'node:path';
import type { Kind } from '#contract/resources/resource.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { tablesOf } from '#core/store/cacheSchema.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
import { areListsInLine } from '#core/outbox/projection.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import type { SimulatedDesk } from './desk.ts';
import { EDITABLE, FILE } from './drafts.ts';
import type { Field } from './drafts.ts';
import { GivenFiles } from './givenFiles.ts';
import type { Creation, Edit, Unsure } from './intent.ts';
import { keep, stage } from './keeping.ts';
import type { GivenFile } from './keeping.ts';
import { isAutomatic } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { judge } from './judge.ts';
import { creationsOf, mayRetry, openIds, operationsOf, operationWith } from './operations.ts';
import {
  checkBack,
  checkUndone,
  notePlanned,
  plannedSince,
  queuedGroups,
  replacedBy,
  undoable,
} from './planned.ts';
import type { Chance } from './random.ts';
import { given } from './sharedFile.ts';
import { Crash } from './world.ts';

/** Every so many values are given with the file that was given last. */
const SHARED_EVERY = 4;

/**
 * Plays the person at the workstation, and remembers every acknowledged change that must be kept.
 */
export class Person {
  readonly edits: Edit[] = [];
  readonly creations: Creation[] = [];
  /** Operations that the person took back, or that the person's choice replaced. */
  readonly ended = new Set<string>();
  readonly dropped = new Set<string>();
  /** Digests of the files that were given, by staged id. */
  readonly files = new Map<string, string>();
  /** What the program said that no program may say. */
  readonly #desk;
  readonly oracle;
  readonly #chance: () => Chance;
  readonly given;
  readonly #gaveWay = new Set<string>();
  /** The file of each kind that was staged last. */
  readonly #given = new Map<Kind, GivenFile>();
  #unsure: Unsure | null = null;
  /** Position up to which the ledger of queued plans has been read. */
  #read = 0;

  constructor(desk: SimulatedDesk, oracle: Oracle, chance: () => Chance) {
    this.#desk = desk;
    this.oracle = oracle;
    this.#chance = chance;
    oracle.learn = () => this.#catchUp();
    this.given = new GivenFiles(path.join(desk.root, 'given'));
  }

  get ws(): Workspace | null {
    return this.#desk.writer?.ws ?? null;
  }

  get chance(): Chance {
    return this.#chance();
  }

  async create(kind: Kind, withFile: boolean): Promise<Creation | null> {
    const value = this.oracle.value('us');
    const { values, isWhole } = given(this.ws, kind, value);
    const givesFile = !isWhole && (withFile || kind === 'products');
    const files = givesFile ? await this.#give(kind, value) : [];
    const created = await this.attempt({ what: 'create', kind, value }, () =>
      this.handlers()['records.create']({ kind, values, files }),
    );
    if (created === null || created.operation === null) return null;
    this.noteCreation(kind, value, created.id, created.operation);
    return { kind, value, eid: created.id, operation: created.operation };
  }

  noteCreation(kind: Kind, value: number, eid: string, operation: string): void {
    this.creations.push({ kind, value, eid, operation });
    this.byPerson(operation);
    for (const field of EDITABLE[kind]) this.edits.push({ value, eid, field, operation });
  }

  async edit(kind: Kind, field: Field, ref = this.#anyRecord(kind)): Promise<void> {
    if (ref === null || !EDITABLE[kind].includes(field)) return;
    const value = this.oracle.value('us');
    const eid = this.#eidOf(kind, ref);
    await keep(this, { kind, ref, eid }, { value, fields: [field] });
  }

  /** Puts another picture in the place of the first one. */
  async swapFile(kind: Kind, ref = this.#anyRecord(kind)): Promise<void> {
    if (ref === null || FILE[kind] === null) return;
    const files = await this.#give(kind, this.oracle.value('us'));
    const before = openIds(this.ws);
    const queued = await this.attempt(null, () =>
      this.handlers()['records.update']({ kind, ref, values: {}, files }),
    );
    if (queued !== null && queued.operation !== null && !before.has(queued.operation))
      this.byPerson(queued.operation);
  }

  async remove(kind: Kind, ref = this.#anyRecord(kind)): Promise<void> {
    const ws = this.ws;
    if (ref === null || ws === null) return;
    const eid = this.#eidOf(kind, ref);
    const open = eid === null ? [] : ws.operations.openOf(eid);
    // What was taken back in the life before was taken back before this.
    this.#catchUp();
    this.oracle.removals.add(eid ?? ref);
    const queued = await this.attempt(eid === null ? null : { what: 'remove', eid }, () =>
      this.handlers()['records.remove']({ kind, ref }),
    );
    if (queued === null) return;
    for (const each of open) this.endUnlessOpen(each.id);
    const owner = queued.operation === null ? null : ws.operations.get(queued.operation)?.eid;
    if (queued.operation !== null) this.byPerson(queued.operation);
    if (owner !== null && owner !== undefined) this.oracle.removals.add(owner);
  }

  /**
   * Undoes the newest group, or any group, including an undo.
   *
   * Each field then has its earlier value, unless it was changed since.
   */
  async undo(which: 'newest' | 'any' = 'newest'): Promise<void> {
    const ws = this.ws;
    const ids = ws === null || which === 'newest' ? [] : queuedGroups(ws);
    if (which === 'any' && ids.length === 0) return;
    const group = which === 'any' ? this.chance.pick(ids) : undefined;
    const last = ws === null ? null : undoable(ws, group);
    const done = await this.queue(() => this.handlers()['undo.plan']({ group }));
    // Whoever looks at a list does this first.
    if (done) await this.attempt(null, () => this.#desk.writer?.catchUp());
    if (ws === null || last === null || !done || this.#desk.isDead() || !areListsInLine(ws)) return;
    checkUndone(this.oracle, ws, last);
  }

  /**
   * Queues all of a plan and returns whether that succeeded.
   *
   * After a death the next start queues the rest.
   */
  async queue(planning: () => Changeset | Promise<Changeset>): Promise<boolean> {
    const made = await this.attempt(null, planning);
    if (made === null || made.state !== 'ready') return false;
    const queued = await this.attempt(null, () =>
      this.handlers()['changesets.queue']({ plan: made.plan }),
    );
    this.#catchUp(queued?.group ?? null);
    const { kept, partly, error } = made.counts;
    return queued !== null && queued.left + kept + partly + error === 0;
  }

  /**
   * Learns which changes the plans have queued, from the ledger.
   *
   * Only an answered plan was surely not in the outbox before. A plan cut short by a close or a
   * full disk may have been sent meanwhile.
   */
  #catchUp(answered: string | null = null): void {
    const ws = this.ws;
    if (ws === null || this.#desk.isDead()) return;
    const { last, items } = plannedSince(ws, this.#read);
    this.#read = last;
    for (const item of items) notePlanned(ws, this.oracle, this, item, item.group === answered);
  }

  /**
   * Learns everything up to now, and returns a function that forgets all later knowledge.
   *
   * A copy of the data does not contain the later changes.
   */
  remember(): () => void {
    this.#catchUp();
    const [edits, read] = [this.edits.length, this.#read];
    return () => {
      this.edits.splice(edits);
      this.#read = read;
    };
  }

  async act(verb: 'hold' | 'release' | 'retry' | 'discard'): Promise<void> {
    const operation = this.#anyOperation((each) => verb !== 'retry' || mayRetry(each));
    if (operation === null) return;
    const later = this.openIdsOf(operation.eid);
    const replaced = verb === 'discard' ? replacedBy(this.ws, operation) : [];
    const unsure: Unsure | null = verb === 'discard' ? { what: 'end', operations: later } : null;
    if (verb === 'release') this.oracle.letGo(operation.id);
    if (verb === 'retry') this.oracle.retried.add(operation.id);
    const done = await this.attempt(unsure, () =>
      this.handlers()[`outbox.${verb}`]({ operation: operation.id }),
    );
    if (done !== null && verb === 'discard') for (const each of later) this.endUnlessOpen(each);
    if (done !== null) checkBack(this.oracle, this.ws, this.ended, replaced);
  }

  async resolve(side: 'mine' | 'theirs'): Promise<void> {
    const operation = this.#anyOperation(({ state }) => state === 'conflict');
    if (operation === null) return;
    // What waits behind it may go with it, or into what takes its place.
    const later = this.openIdsOf(operation.eid);
    const operations = [operation.id, ...later];
    const done = await this.attempt({ what: 'end', operations, settles: [operation.id] }, () =>
      this.handlers()['outbox.resolve']({ operation: operation.id, all: side }),
    );
    if (done === null) return;
    this.dropped.add(operation.id);
    // One that a Send made by itself, and that it goes along with, is no other by being decided.
    if (done.operation !== operation.id) this.byPerson(done.operation);
    for (const each of later) this.endUnlessOpen(each);
  }

  push(patience: number | null): Promise<unknown> {
    if (this.ws === null) return Promise.resolve(null);
    this.allowSending();
    return this.attempt(null, () => this.handlers()['sync.push']({ patience }));
  }

  /** From now on everything in the outbox may be sent. */
  allowSending(): void {
    const newest = this.ws?.work.prepare('SELECT max(seq) FROM operation').pluck().get();
    this.oracle.sentUpTo = Math.max(this.oracle.sentUpTo, Number(newest ?? 0));
  }

  pull(): Promise<unknown> {
    return this.attempt(null, () => this.handlers()['sync.pull']({}));
  }

  stop(): Promise<unknown> {
    // Stop pauses automatic sync; the operations that its run has begun may still be sent.
    if (this.ws !== null && isAutomatic(this.ws)) this.allowSending();
    return this.attempt(null, () => this.handlers()['sync.stop']({}));
  }

  signIn(): Promise<unknown> {
    return this.attempt(null, () => this.#desk.signIn());
  }

  settings(concurrency: number): Promise<unknown> {
    return this.attempt(null, () => this.handlers()['settings.set']({ values: { concurrency } }));
  }

  /** After a start, finds out whether the interrupted request was done in full or not at all. */
  findOut(): void {
    const unsure = this.#unsure;
    this.#unsure = null;
    const ws = this.ws;
    if (unsure === null || ws === null) return;
    if (unsure.what === 'sides') return this.giveWay(unsure.operation, unsure.fields);
    if (unsure.what === 'end') {
      for (const id of unsure.settles ?? [])
        if (ws.operations.get(id)?.state !== 'conflict') this.dropped.add(id);
      return unsure.operations.forEach((each) => this.endUnlessOpen(each));
    }
    if (unsure.what === 'create') {
      const { kind, value } = unsure;
      for (const { eid, id } of creationsOf(ws, value)) this.noteCreation(kind, value, eid, id);
      return;
    }
    if (unsure.what === 'remove')
      return operationsOf(ws, unsure.eid).forEach(({ id }) => this.endUnlessOpen(id));
    for (const edit of unsure.edits) {
      const found = operationWith(ws, edit);
      if (found !== undefined) this.edits.push({ ...edit, operation: found.id });
      if (found !== undefined) this.byPerson(found.id, false);
    }
  }

  /** The newest value that the person gave a field of a record and did not take back. */
  wanted(): readonly (Edit & { readonly eid: string; readonly operation: string })[] {
    this.#catchUp();
    const newest = new Map<string, Edit>();
    for (const edit of this.edits) newest.set(`${edit.eid}/${edit.field}`, edit);
    return [...newest.values()].flatMap((edit) => {
      const { eid, operation } = edit;
      if (eid === null || operation === null) return [];
      const over =
        this.ended.has(operation) ||
        this.dropped.has(operation) ||
        this.#gaveWay.has(`${operation}/${edit.field}`);
      return over || this.oracle.removals.has(eid) ? [] : [{ ...edit, eid, operation }];
    });
  }

  /** Notes the fields in which a change gave way to the value of another administrator. */
  giveWay(id: string, fields: readonly string[]): void {
    const operation = this.ws?.operations.get(id) ?? null;
    if (operation === null || operation.state === 'conflict') return;
    for (const field of fields) this.#gaveWay.add(`${id}/${field}`);
    if (fields.length > 0) this.endUnlessOpen(id);
  }

  endUnlessOpen(id: string): void {
    const state = this.ws?.operations.get(id)?.state;
    if (state === 'discarded' || state === 'merged') this.ended.add(id);
  }

  openIdsOf(eid: string): readonly string[] {
    return this.ws?.operations.openOf(eid).map(({ id }) => id) ?? [];
  }

  /** Notes an operation that the person made, just now if not before a death. */
  byPerson(id: string, isNow = true): void {
    const seq = this.ws?.operations.get(id)?.seq;
    if (seq === undefined) return;
    this.oracle.byPerson.set(seq, true);
    if (isNow) this.oracle.noteEdit(seq);
  }

  handlers() {
    const { writer } = this.#desk;
    if (writer === null) throw new Crash();
    return writer.handlers;
  }

  /** Calls the program; a refusal is no fault, any other failure is. */
  async attempt<T>(unsure: Unsure | null, work: () => T | Promise<T>): Promise<T | null> {
    this.#unsure = unsure ?? this.#unsure;
    try {
      const result = await work();
      if (unsure !== null) this.#unsure = null;
      return result;
    } catch (error) {
      // Errors of a dead life are ignored, including its own error texts.
      if (error instanceof Crash || this.#desk.isDead()) return null;
      judge(this.oracle, this.#desk, error);
      // Said to have failed: it may still be there, and is then kept like anything else.
      if (unsure !== null) this.findOut();
      return null;
    }
  }

  /** Some files are given to two records, each as the one copy that it is. */
  async #give(kind: Kind, value: number): Promise<GivenFile[]> {
    const file = FILE[kind];
    if (file === null) return [];
    const last = this.#given.get(kind);
    if (last !== undefined && value % SHARED_EVERY === 0 && this.#hasCopy(last)) return [last];
    const files = await stage(this, kind, file.field, this.given.write(kind, value));
    for (const each of files) this.#given.set(kind, each);
    return files;
  }

  #hasCopy({ file }: GivenFile): boolean {
    return fs.existsSync(path.join(this.#desk.profileDir, 'staged', this.files.get(file) ?? ''));
  }

  #anyRecord(kind: Kind): string | null {
    const ids = this.records(kind);
    return ids.length === 0 ? null : this.chance.pick(ids);
  }

  records(kind: Kind): readonly string[] {
    const rows = this.ws?.cache
      .prepare(`SELECT id FROM ${tablesOf(kind).rows} ORDER BY abs(rid), rid`)
      .pluck()
      .all();
    return (rows ?? []).map(String);
  }

  #eidOf(kind: Kind, ref: string): string | null {
    const ws = this.ws;
    return ws?.entities.get(ref)?.eid ?? ws?.entities.byServiceId(kind, ref)?.eid ?? null;
  }

  #anyOperation(fits: (operation: StoredOperation) => boolean): StoredOperation | null {
    const open = this.ws?.operations.open().filter(fits) ?? [];
    return open.length === 0 ? null : this.chance.pick(open);
  }
}
