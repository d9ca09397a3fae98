import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { NONE_CHOSEN } from '../../record/chosenKinds.ts';
import type { ChosenPlace } from '../../record/chosenKinds.ts';
import { readAtOnce, transact } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { recheckFile, StoredFiles } from '../../files/fileKnowledge.ts';
import { GroupChecks } from './groups.ts';
import type { Group } from './groups.ts';
import { HiddenStore } from '../../store/hiddenStore.ts';
import { ProblemStore } from './problemStore.ts';
import { checkGroup, findInGroup, lookAt, recheckRecord } from './recordCheck.ts';
import type { Checking } from './recordCheck.ts';
import { rulesVersion } from './rulesVersion.ts';
import { RUN_NOTE, runSchema } from './runNote.ts';
import type { ProblemRun } from './runNote.ts';
import {
  dropGroupIndex,
  dropProblemIndexes,
  groupIndex,
  problemIndexes,
} from '../../store/problemSchema.ts';
import { dropNote, noteOf, setNote } from '../../store/notes.ts';

const VERSION_NOTE = 'problems:version';
/** The version of the complete check that is running. */
const RUN_VERSION_NOTE = 'problems:run-version';
/** Small enough that an edit waits only a moment. */
const CHUNK = 100;
/** Groups compared in one step of a few milliseconds; most groups are two records of one name. */
const GROUPS = 50;
/** Above this a complete check is cheaper, with the indexes built at the end. */
const MANY = 3_000;
const MANY_SHARE = 0.2;
const BEFORE_ALL = -Number.MAX_SAFE_INTEGER;

/**
 * Checks changed records, or all records, in steps.
 *
 * Each step is one transaction; the check can stop after any step.
 */
export class Checker {
  readonly #ws;
  readonly #files;
  readonly #work: Checking;
  #places: ReadonlyMap<Kind, readonly ChosenPlace[]> = new Map();
  /** The groups left to compare at the end of a complete check; found again after a restart. */
  #groups: readonly Group[] | null = null;

  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#files = new StoredFiles({ ...ws, disk: ws.platform.disk });
    this.#work = {
      store: new ProblemStore(ws.cache),
      groups: new GroupChecks(ws.cache),
      hidden: new HiddenStore(ws.work),
      files: this.#files,
      placesOf: (kind) => this.#places.get(kind) ?? NONE_CHOSEN,
    };
  }

  /** Runs the next step; returns the number of checked rows, or null when done. */
  step(): number | null {
    // The hidden problems are looked up for every finding, so they are read in one transaction.
    return readAtOnce(this.#ws.work, () => this.#step());
  }

  #step(): number | null {
    this.#work.hidden.refresh();
    this.#places = new Map(KINDS.map((kind) => [kind, this.#ws.facts.chosenPlaces(kind)]));
    const run = this.#run();
    const note = run === null ? VERSION_NOTE : RUN_VERSION_NOTE;
    if (noteOf(this.#ws.cache, note) !== this.#version()) return this.#begin();
    if (run !== null) return this.#goOn(run);
    const dirty = this.#work.store.dirty(CHUNK);
    if (dirty.length === 0) return null;
    if (dirty.length === CHUNK && this.#isMany()) return this.#begin();
    this.#files.refresh();
    transact(this.#ws.cache, () => this.#recheck(dirty));
    return dirty.length;
  }

  /** Changes with the rules, and with the kinds that a person chose for places in records. */
  #version(): string {
    const chosen = [...this.#places].filter(([, places]) => places.length > 0);
    return rulesVersion() + (chosen.length === 0 ? '' : JSON.stringify(chosen));
  }

  #isMany(): boolean {
    const rows = KINDS.reduce((sum, kind) => sum + this.#work.store.countRows(kind), 0);
    return this.#work.store.countDirty() > Math.max(MANY, rows * MANY_SHARE);
  }

  #recheck(dirty: readonly { readonly kind: Kind; readonly rid: number }[]): void {
    const { groups } = this.#work;
    const statuses = () => JSON.stringify(KINDS.map((kind) => groups.knownStatuses(kind)));
    const before = statuses();
    const touched = new Map<string, Group>();
    const touch = (group: Group) => touched.set(JSON.stringify(group), group);
    for (const { kind, rid } of dirty) {
      for (const group of recheckRecord(this.#work, kind, rid)) touch(group);
      this.#work.store.clean(rid);
    }
    // The set of usual statuses changed, so every status is checked again.
    if (statuses() !== before)
      for (const kind of KINDS)
        for (const value of groups.statuses(kind)) touch({ name: 'status', kind, value });
    for (const group of touched.values()) checkGroup(this.#work, group);
  }

  #begin(): number {
    const { cache } = this.#ws;
    this.#groups = null;
    transact(cache, () => {
      cache.exec([...dropProblemIndexes, dropGroupIndex].join(';'));
      for (const table of [
        'problem',
        'problem_row',
        'problem_ref',
        'problem_status',
        'problem_dirty',
      ])
        cache.exec(`DELETE FROM ${table}`);
      const total = KINDS.reduce((sum, kind) => sum + this.#work.store.countRows(kind), 0);
      setNote(cache, RUN_VERSION_NOTE, this.#version());
      this.#setRun({ phase: 'rows', kind: KINDS[0], after: BEFORE_ALL, done: 0, total });
    });
    return 0;
  }

  #goOn(run: ProblemRun): number {
    if (run.phase === 'rows') return this.#rows(run);
    const statement = problemIndexes[run.index];
    if (statement === undefined) return this.#compare();
    transact(this.#ws.cache, () => {
      this.#ws.cache.exec(statement);
      this.#setRun({ ...run, index: run.index + 1 });
    });
    return 0;
  }

  #compare(): number {
    const { cache } = this.#ws;
    const groups = this.#groups ?? this.#work.groups.candidates();
    const rest = groups.slice(GROUPS);
    // If this step fails, the groups are found again.
    this.#groups = null;
    transact(cache, () => {
      // Groups of an interrupted run are found again; their problems are replaced.
      for (const group of groups.slice(0, GROUPS))
        for (const problem of findInGroup(this.#work, group))
          this.#work.store.problems.put(problem);
      if (rest.length > 0) return;
      cache.exec(groupIndex);
      // Files learned about during the run. Until now not every record that names them was known.
      for (const path of this.#files.release()) recheckFile(cache, path);
      setNote(cache, VERSION_NOTE, this.#version());
      for (const note of [RUN_NOTE, RUN_VERSION_NOTE]) dropNote(cache, note);
    });
    this.#groups = rest.length > 0 ? rest : null;
    return 0;
  }

  #rows(run: Extract<ProblemRun, { phase: 'rows' }>): number {
    const { store } = this.#work;
    this.#files.gather();
    const rows = store.sources(run.kind, run.after, CHUNK * 4);
    transact(this.#ws.cache, () => {
      const statuses = new Map<string, number>();
      const looks = rows.map((row) => lookAt(this.#work, run.kind, row));
      store.keep(looks);
      for (const { grouping } of looks)
        if (grouping.status !== null)
          statuses.set(grouping.status, (statuses.get(grouping.status) ?? 0) + 1);
      for (const [status, n] of statuses) store.countStatus(run.kind, status, n);
      const last = rows.at(-1);
      const done = run.done + rows.length;
      if (last !== undefined) return this.#setRun({ ...run, after: last.rid, done });
      const next = KINDS[KINDS.indexOf(run.kind) + 1];
      if (next === undefined) this.#setRun({ phase: 'indexes', index: 0, done, total: run.total });
      else this.#setRun({ ...run, kind: kindSchema.parse(next), after: BEFORE_ALL });
    });
    return rows.length;
  }

  #run(): ProblemRun | null {
    const note = noteOf(this.#ws.cache, RUN_NOTE);
    return note === null ? null : runSchema.parse(JSON.parse(note));
  }

  #setRun(run: ProblemRun): void {
    setNote(this.#ws.cache, RUN_NOTE, JSON.stringify(run));
  }
}
