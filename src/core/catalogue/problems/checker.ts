import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { readAtOnce, transact } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { recheckFile, StoredFiles } from '../../files/fileKnowledge.ts';
import { GroupChecks } from './groups.ts';
import type { Group } from './groups.ts';
import { HiddenStore } from '../../store/hiddenStore.ts';
import { ProblemStore } from './problemStore.ts';
import { checkGroup, findInGroup, lookAt, recheckRecord } from './recordCheck.ts';
import type { Checking } from './recordCheck.ts';
import { RUN_NOTE, runSchema } from './runNote.ts';
import type { ProblemRun } from './runNote.ts';
import {
  dropGroupIndex,
  dropProblemIndexes,
  groupIndex,
  problemIndexes,
} from '../../store/problemSchema.ts';
import { dropNote, noteOf, setNote } from '../../store/notes.ts';

/** Raised when a rule finds other things than before: everything is then checked anew. */
const RULES_VERSION = '2';
const VERSION_NOTE = 'problems:version';
/** Small enough that an edit made meanwhile waits for no more than a moment. */
const CHUNK = 100;
/** Groups of records compared in one step, a few milliseconds long; most are two records of one name. */
const GROUPS = 50;
/** From here on it is cheaper to check everything, with the indexes built at the end. */
const MANY = 3_000;
const MANY_SHARE = 0.2;
const BEFORE_ALL = -Number.MAX_SAFE_INTEGER;

/** Checks what changed, or everything, in steps; each step is one transaction and can be the last. */
export class Checker {
  readonly #ws;
  readonly #files;
  readonly #work: Checking;
  /** What is still to be compared at the end of a check of everything; found anew after a restart. */
  #groups: readonly Group[] | null = null;

  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#files = new StoredFiles({ ...ws, disk: ws.platform.disk });
    this.#work = {
      store: new ProblemStore(ws.cache),
      groups: new GroupChecks(ws.cache),
      hidden: new HiddenStore(ws.work),
      files: this.#files,
    };
  }

  /** Does the next piece of work; gives how many rows it looked at, or null when nothing is left. */
  step(): number | null {
    // What a person hid is asked for with everything that is found.
    return readAtOnce(this.#ws.work, () => this.#step());
  }

  #step(): number | null {
    this.#work.hidden.refresh();
    const run = this.#run();
    if (run !== null) return this.#goOn(run);
    if (noteOf(this.#ws.cache, VERSION_NOTE) !== RULES_VERSION) return this.#begin();
    const dirty = this.#work.store.dirty(CHUNK);
    if (dirty.length === 0) return null;
    if (dirty.length === CHUNK && this.#isMany()) return this.#begin();
    this.#files.refresh();
    transact(this.#ws.cache, () => this.#recheck(dirty));
    return dirty.length;
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
    // What is usual has changed: every status is judged anew.
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
    // Where this piece fails there is nothing to go on from.
    this.#groups = null;
    transact(cache, () => {
      // Nothing was kept of any group: what a killed run found is found again.
      for (const group of groups.slice(0, GROUPS))
        for (const problem of findInGroup(this.#work, group))
          this.#work.store.problems.put(problem);
      if (rest.length > 0) return;
      cache.exec(groupIndex);
      // What was learned of files meanwhile; until now not every record that names one was known.
      for (const path of this.#files.release()) recheckFile(cache, path);
      setNote(this.#ws.cache, VERSION_NOTE, RULES_VERSION);
      dropNote(cache, RUN_NOTE);
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
