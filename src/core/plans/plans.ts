import { AppError, invalid } from '#contract/errors.ts';
import type { GroupLabel } from '#contract/plans/groups.ts';
import type { BulkChange, Plan, Selection } from '#contract/plans/plan.ts';
import type { Handlers, Input } from '#contract/procedures.ts';
import type { changeProcedures } from '#contract/plans/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { GroupStore } from '../groups/groupStore.ts';
import { requireService } from '../groups/otherService.ts';
import type { StoredGroup } from '../groups/groupStore.ts';
import { checkSheet } from '../sheets/check.ts';
import { columnIssues } from '../sheets/columns.ts';
import { exportSheet } from '../sheets/exportSheet.ts';
import {
  adjustSheet,
  noSheet,
  openSheet,
  plansFolder,
  rememberLayout,
  sheetView,
} from '../sheets/openSheet.ts';
import type { OpenSheet } from '../sheets/openSheet.ts';
import { writeRejects } from '../sheets/rejects.ts';
import { forgetCopies, forgetOldSheets } from '../sheets/sheetCopies.ts';
import { locate, removeDownloads } from '../sheets/target.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Workspace } from '../workspace.ts';
import { bulkLabel, checkBulk, planBulk, selectedIds } from './bulkPlan.ts';
import { busy, Job, notReady, restWaits } from './job.ts';
import { planPaste } from './pastePlan.ts';
import type { Paste } from './pastePlan.ts';
import { removeOtherPlans } from './planFiles.ts';
import { PlanStore } from './planStore.ts';
import type { OpenPlan } from './planStore.ts';
import { giveUp, goOnAlone, goOnQueueing, queuePlan, removedBy } from './queuePlan.ts';
import type { QueuedPlan } from './queuePlan.ts';
import { Turns } from './turns.ts';
import { requireNotTakenBack, undoableGroups } from './undoable.ts';
import { planUndo, undoLabelOf } from './undoPlan.ts';
import { withStrings } from './withStrings.ts';

/** More than a person could have open; the oldest makes room. */
const MOST_OPEN = 12;

/** Keeps the sheets and plans that windows have open, one long piece of work at a time for each. */
export class Plans {
  readonly #ws;
  readonly #groups;
  readonly #open = new Map<string, OpenPlan>();
  readonly #sheets = new Map<string, OpenSheet>();
  readonly #jobs = new Map<string, Job>();
  readonly #adjusting = new Turns();
  /** Sheets that were closed while something was done with them. */
  readonly #leaving = new Set<string>();
  #resuming: Promise<void> | null = null;
  #closed = false;

  /** Goes on with what was being queued when Cabinet ended. */
  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#groups = new GroupStore(ws.work);
    const unfinished = this.#groups.queueing();
    removeDownloads(ws);
    forgetOldSheets(ws);
    removeOtherPlans(
      ws.platform.disk.files,
      plansFolder(ws),
      unfinished.flatMap(({ plan }) => plan ?? []),
    );
    void this.goOn();
  }

  /**
   * Goes on with what an end or a full disk cut short, and resolves when all of it is in the outbox or cannot be;
   * null when nothing is left.
   */
  goOn(): Promise<void> | null {
    const left = this.#groups.queueing().filter(({ plan }) => !this.#jobs.has(plan ?? ''));
    if (left.length > 0)
      this.#resuming ??= this.#resume(left)
        .catch((thrown: unknown) => {
          this.#ws.platform.log(
            'error',
            `A group could not be queued to its end: ${String(thrown)}`,
          );
        })
        .finally(() => (this.#resuming = null));
    return this.#resuming;
  }

  async #resume(groups: readonly StoredGroup[]): Promise<void> {
    for (const { id } of groups) {
      // While those before it were gone on with, a person may have asked for it: every row is queued once.
      const group = this.#groups.get(id);
      if (group?.state !== 'queueing' || this.#jobs.has(group.plan ?? '')) continue;
      const { disk } = this.#ws.platform;
      const open = this.#open.get(group.plan ?? '')?.store ?? null;
      const store = open ?? PlanStore.reopen(disk, plansFolder(this.#ws), group.plan ?? '');
      if (store === null) {
        giveUp(this.#ws, group);
        continue;
      }
      await this.#run(store.id, 'queue', (job) => goOnAlone(this.#ws, group, store, job));
      if (this.#closed) store.leave();
      else if (open !== null) open.setState('queued');
      else store.close();
    }
  }

  async #run<T>(
    id: string,
    phase: ConstructorParameters<typeof Job>[2],
    work: (job: Job) => Promise<T>,
  ): Promise<T> {
    if (this.#jobs.has(id)) throw busy();
    const job = new Job(this.#ws.emit, id, phase);
    this.#jobs.set(id, job);
    if (this.#closed) job.stop();
    try {
      return await work(job);
    } finally {
      this.#jobs.delete(id);
      if (this.#leaving.delete(id)) this.#closeSheet(id);
    }
  }

  /** Closes a sheet at the end; copies that cannot be let go of now are at the next start. */
  #leaveSheet(id: string): void {
    try {
      this.#closeSheet(id);
    } catch (thrown) {
      this.#ws.platform.log(
        'warn',
        `Copies of a sheet stay until the next start: ${String(thrown)}`,
      );
    }
  }

  /** Closes a sheet; while it is being queued, copies are still taken of the files that it names. */
  #closeSheet(id: string): void {
    const sheet = this.#sheets.get(id);
    if (sheet === undefined) return;
    if (this.#jobs.has(id) || this.#groups.begunOf(id) !== null) {
      this.#leaving.add(id);
      return;
    }
    this.#sheets.delete(id);
    forgetCopies(this.#ws, sheet, this.#sheets.values());
  }

  #plan(id: string): OpenPlan {
    const open = this.#open.get(id);
    if (open === undefined)
      throw new AppError('not-found', `No plan is open here under ${JSON.stringify(id)}.`);
    return open;
  }

  #sheet(id: string): OpenSheet {
    const sheet = this.#sheets.get(id);
    if (sheet === undefined) throw noSheet(id);
    return sheet;
  }

  #begin(id: string, label: GroupLabel, undoes: readonly string[] = []): PlanStore {
    this.#drop(id);
    for (const old of [...this.#open.keys()].slice(0, Math.max(0, this.#open.size - MOST_OPEN)))
      if (!this.#jobs.has(old)) this.#drop(old);
    const { disk } = this.#ws.platform;
    const store = PlanStore.begin(disk, plansFolder(this.#ws), id, label, (row) =>
      removedBy(this.#ws, label.kind, row),
    );
    this.#open.set(id, { store, undoes, service: this.#ws.meta.get('url') });
    return store;
  }

  #drop(id: string): void {
    if (this.#jobs.has(id)) throw busy();
    const store = this.#open.get(id)?.store;
    if (store !== undefined) this.#letGo(store);
    this.#open.delete(id);
  }

  /** Of a plan that is in the outbox in part the rest follows: its file stays. */
  #letGo(store: PlanStore): void {
    if (this.#groups.begunOf(store.id) === null) store.close();
    else store.leave();
  }

  async #fill(store: PlanStore, work: (job: Job) => Promise<void>): Promise<Plan> {
    try {
      await this.#run(store.id, 'read', async (job) => {
        await work(job);
        store.setState(job.stopped ? 'stopped' : 'ready');
      });
    } catch (thrown) {
      this.#drop(store.id);
      throw thrown;
    }
    const { changed, kept } = store.counts();
    store.setLabel({ ...store.label, count: store.counts().new + changed + kept });
    return store.view();
  }

  async openSheet(request: Parameters<typeof openSheet>[3]) {
    const id = this.#ws.platform.random.id();
    const sheet = await withStrings(this.#ws, id, (db) => openSheet(this.#ws, db, id, request));
    for (const old of [...this.#sheets.keys()].slice(0, Math.max(0, this.#sheets.size - MOST_OPEN)))
      this.#closeSheet(old);
    this.#sheets.set(id, sheet);
    return sheetView(sheet);
  }

  /** Adjusts a sheet as the adjustment before it left it, however quickly they follow each other. */
  adjustSheet(id: string, adjustment: Parameters<typeof adjustSheet>[3]) {
    return this.#adjusting.take(id, async () => {
      const old = this.#sheet(id);
      const sheet = await withStrings(this.#ws, id, (db) =>
        adjustSheet(this.#ws, db, old, adjustment),
      );
      // Throws where it was closed meanwhile: nobody would close it again.
      this.#sheet(id);
      this.#sheets.set(id, sheet);
      return sheetView(sheet);
    });
  }

  async check(id: string): Promise<Plan> {
    if (this.#groups.begunOf(id) !== null) await this.#queueRest(id);
    const sheet = this.#sheet(id);
    const issues = columnIssues(resourceOf(sheet.kind), sheet.columns);
    if (issues.length > 0) throw invalid(issues);
    const params = { file: sheet.name };
    const store = this.#begin(id, { code: 'import', kind: sheet.kind, count: 0, params });
    rememberLayout(this.#ws, sheet);
    return this.#fill(store, (job) => checkSheet(this.#ws, store, sheet, job));
  }

  /** Another preview would take the place of rows that were confirmed and are not queued yet: they go first. */
  async #queueRest(id: string): Promise<void> {
    if (this.#jobs.has(id)) throw busy();
    await this.goOn();
    if (this.#groups.begunOf(id) !== null) throw restWaits();
  }

  bulk(kind: Kind, selection: Selection, change: BulkChange): Promise<Plan> {
    checkBulk(kind, change);
    const ids = selectedIds(this.#ws, kind, selection);
    const store = this.#begin(this.#ws.platform.random.id(), bulkLabel(kind, change));
    return this.#fill(store, (job) => planBulk(this.#ws, store, ids, change, job));
  }

  paste(kind: Kind, paste: Paste): Promise<Plan> {
    const params = { field: paste.fields.join(', ') };
    const id = this.#ws.platform.random.id();
    const store = this.#begin(id, { code: 'paste', kind, count: 0, params });
    return this.#fill(store, (job) => planPaste(this.#ws, store, paste, job));
  }

  undo(request: Input<'undo.plan'>): Promise<Plan> {
    const groups = undoableGroups(this.#groups, request);
    const ids = groups.map(({ id }) => id);
    const store = this.#begin(this.#ws.platform.random.id(), undoLabelOf(this.#ws, groups), ids);
    return this.#fill(store, (job) => planUndo(this.#ws, store, groups, job));
  }

  /** Queues a plan, or goes on with one that a full disk cut short. */
  async queue(id: string): Promise<QueuedPlan> {
    const { store, undoes, service } = this.#plan(id);
    const begun = this.#groups.begunOf(id);
    if (begun === null && store.state !== 'ready') throw notReady(store.state);
    requireService(this.#ws, service);
    if (begun === null) requireNotTakenBack(this.#groups, undoes);
    store.setState('queueing');
    try {
      const queued = await this.#run(id, 'queue', (job) =>
        begun === null
          ? queuePlan(this.#ws, store, undoes, job)
          : goOnQueueing(this.#ws, begun, store, job),
      );
      store.setState('queued');
      return queued;
    } finally {
      if (store.state === 'queueing' && this.#groups.begunOf(id) === null) store.setState('ready');
    }
  }

  rejects(id: string, to: string | null) {
    const { store } = this.#plan(id);
    return writeRejects(this.#ws, store, this.#sheet(id), to);
  }

  /** What is being queued is half in the outbox: it goes on to its end, and can be taken back then. */
  stop(id: string | undefined): void {
    for (const [each, job] of this.#jobs)
      if ((id === undefined || id === each) && (this.#closed || job.phase !== 'queue')) job.stop();
  }

  /** The calls of the contract. */
  readonly handlers: Handlers<
    Exclude<keyof typeof changeProcedures, 'groups.list' | 'groups.next'>
  > = {
    'sheets.open': (request) => this.openSheet(request),
    'sheets.adjust': ({ sheet, ...adjustment }) => this.adjustSheet(sheet, adjustment),
    'sheets.close': ({ sheet }) => {
      this.#closeSheet(sheet);
      return {};
    },
    'sheets.check': ({ sheet }) => this.check(sheet),
    'sheets.export': (request) =>
      this.#run('export', 'write', (job) => exportSheet(this.#ws, request, job)),
    'sheets.located': ({ download }) => ({ file: locate(this.#ws, download) }),
    'bulk.plan': ({ kind, selection, change }) => this.bulk(kind, selection, change),
    'paste.plan': ({ kind, ...paste }) => this.paste(kind, paste),
    'undo.plan': (request) => this.undo(request),
    'plans.get': ({ plan }) => this.#plan(plan).store.view(),
    'plans.rows': ({ plan, ...filter }) => this.#plan(plan).store.page(filter),
    'plans.tick': ({ plan, ticked, rows, outcomes }) => {
      const { store } = this.#plan(plan);
      store.tick(ticked, rows, outcomes ?? ['new', 'changed', 'kept']);
      return store.counts();
    },
    'plans.queue': ({ plan }) => this.queue(plan),
    'plans.rejects': ({ plan, to }) => this.rejects(plan, to),
    'plans.stop': ({ plan }) => {
      this.stop(plan);
      return {};
    },
    'plans.close': ({ plan }) => {
      this.#drop(plan);
      return {};
    },
  };

  /** Lets everything go; what is being queued goes on at the next start. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stop(undefined);
    await this.#resuming;
    const unfinished = new Set(this.#groups.queueing().map(({ plan }) => plan));
    for (const id of this.#sheets.keys()) if (!unfinished.has(id)) this.#leaveSheet(id);
    for (const { store } of this.#open.values()) this.#letGo(store);
    this.#open.clear();
  }
}
