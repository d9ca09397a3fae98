import { AppError, diskFaultOf, invalid } from '#contract/errors.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import type { BulkChange, Changeset, Selection } from '#contract/changesets/changeset.ts';
import type { Handlers, Input } from '#contract/procedures.ts';
import type { changeProcedures } from '#contract/changesets/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { learnedResource } from '../store/learnedResource.ts';
import { BatchStore } from '../store/batchStore.ts';
import { requireService } from '../store/batchesOfService.ts';
import type { StoredBatch } from '../store/batchStore.ts';
import { checkSheet } from './sheets/check.ts';
import { columnIssues } from './sheets/columns.ts';
import { exportSheet } from './sheets/exportSheet.ts';
import { changesetsFolder, rememberLayout } from './sheets/openSheet.ts';
import { writeRejects } from './sheets/rejects.ts';
import { forgetOldSheets } from './sheets/sheetCopies.ts';
import { locate, removeDownloads } from '../files/outputFile.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { bulkLabel, planBulk, selectedIds } from './bulkChange.ts';
import { busy, ChangesetJob, notReady, restWaits } from './job.ts';
import { MOST_OPEN, OpenSheets } from './openSheets.ts';
import { planPaste } from './paste.ts';
import type { Paste } from './paste.ts';
import { removeOtherChangesets } from './changesetFiles.ts';
import { ChangesetStore } from './changesetStore.ts';
import {
  abortBatch,
  goOnAlone,
  goOnQueueing,
  queueChangeset,
  removedBy,
} from './queueChangeset.ts';
import { readBulk } from './readBulk.ts';
import type { QueuedChangeset } from './queueChangeset.ts';
import { reopened } from './readable.ts';
import { planReferences, referenceExchange } from './replaceReferences.ts';
import { requireNotTakenBack, undoableGroups } from './undoable.ts';
import { planUndo, undoLabelOf } from './undo.ts';

/**
 * An open changeset, the batches that it undoes, and its service.
 *
 * `service` is the URL of the service whose records it was made from.
 */
interface OpenDraft {
  readonly store: ChangesetStore;
  readonly undoes: readonly string[];
  readonly service: string | null;
}

/**
 * Keeps the open sheets and changesets of all windows.
 *
 * Each of them runs at most one job at a time.
 */
export class Changesets {
  readonly #ws;
  readonly #groups;
  readonly #sheets;
  readonly #open = new Map<string, OpenDraft>();
  readonly #jobs = new Map<string, ChangesetJob>();
  #resuming: Promise<void> | null = null;
  #closed = false;

  /** Resumes the queueing that was interrupted when Cabinet ended. */
  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#groups = new BatchStore(ws.work);
    this.#sheets = new OpenSheets(ws, (id) => this.#mayBeQueued(id));
    const unfinished = this.#groups.queueing();
    removeDownloads(ws);
    forgetOldSheets(ws);
    removeOtherChangesets(
      ws.platform.disk.files,
      changesetsFolder(ws),
      unfinished.flatMap(({ plan }) => plan ?? []),
    );
    void this.goOn();
  }

  /**
   * Resumes the queueing that an exit or a full disk interrupted.
   *
   * Resolves when each interrupted batch is queued, or cannot be queued for now. Returns null when
   * no batch is left.
   */
  goOn(): Promise<void> | null {
    const left = this.#groups.queueing().filter(({ plan }) => !this.#jobs.has(plan ?? ''));
    if (left.length > 0)
      this.#resuming ??= this.#resume(left)
        .catch((thrown: unknown) => this.#log(thrown))
        .finally(() => (this.#resuming = null));
    return this.#resuming;
  }

  #log(thrown: unknown): void {
    const { log } = this.#ws.platform;
    log('error', `A group could not be queued to its end: ${String(thrown)}`);
  }

  async #resume(groups: readonly StoredBatch[]): Promise<void> {
    for (const { id } of groups) {
      // The user may have queued this batch while earlier ones were resumed. Each row is queued
      // only once.
      const group = this.#groups.get(id);
      if (group?.state !== 'queueing' || this.#jobs.has(group.plan ?? '')) continue;
      try {
        await this.#goOnWith(group);
      } catch (thrown) {
        // A disk error affects the other batches too. Any other error affects only this batch.
        if (diskFaultOf(thrown) !== null) throw thrown;
        this.#log(thrown);
      }
    }
  }

  async #goOnWith(group: StoredBatch): Promise<void> {
    const id = group.plan ?? '';
    const open = this.#open.get(id)?.store;
    const store = open ?? reopened(this.#ws.platform.disk, changesetsFolder(this.#ws), id);
    try {
      if (store === null) abortBatch(this.#ws, group);
      else await this.#run(id, 'queue', (job) => goOnAlone(this.#ws, group, store, job));
      open?.setState('queued');
    } finally {
      if (open === undefined && store !== null) this.#letGo(store);
      this.#sheets.leave(id);
    }
  }

  async #run<T>(
    id: string,
    phase: ConstructorParameters<typeof ChangesetJob>[2],
    work: (job: ChangesetJob) => Promise<T>,
  ): Promise<T> {
    if (this.#jobs.has(id)) throw busy();
    const job = new ChangesetJob(this.#ws.emit, id, phase);
    this.#jobs.set(id, job);
    if (this.#closed) job.stop();
    try {
      return await work(job);
    } finally {
      this.#jobs.delete(id);
      this.#sheets.leave(id);
    }
  }

  /**
   * Returns whether copies of the files named by a sheet may still be needed.
   *
   * They are needed until the sheet's changeset is queued or closed.
   */
  #mayBeQueued(id: string): boolean {
    const state = this.#open.get(id)?.store.state ?? 'queued';
    const isOver = state === 'queued' || state === 'stopped';
    return !isOver || this.#jobs.has(id) || this.#groups.begunOf(id) !== null;
  }

  #plan(id: string): OpenDraft {
    const open = this.#open.get(id);
    if (open === undefined)
      throw new AppError('not-found', `No plan is open here under ${JSON.stringify(id)}.`);
    return open;
  }

  #begin(id: string, label: GroupLabel, undoes: readonly string[] = []): ChangesetStore {
    this.#drop(id);
    for (const old of [...this.#open.keys()].slice(0, Math.max(0, this.#open.size - MOST_OPEN)))
      if (!this.#jobs.has(old)) this.#drop(old);
    const { disk } = this.#ws.platform;
    const store = ChangesetStore.begin(disk, changesetsFolder(this.#ws), id, label, (row) =>
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
    this.#sheets.leave(id);
  }

  /**
   * Closes a changeset; keeps the file of a partly queued one.
   *
   * The remaining rows are queued from that file later.
   */
  #letGo(store: ChangesetStore): void {
    if (this.#groups.begunOf(store.id) === null) store.close();
    else store.leave();
  }

  async #fill(
    store: ChangesetStore,
    work: (job: ChangesetJob) => Promise<void>,
  ): Promise<Changeset> {
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

  async check(id: string): Promise<Changeset> {
    const adjusting = this.#sheets.adjusting(id);
    if (adjusting !== null) await adjusting;
    if (this.#groups.begunOf(id) !== null) await this.#queueRest(id);
    const sheet = this.#sheets.get(id);
    const issues = columnIssues(resourceOf(sheet.kind), sheet.columns);
    if (issues.length > 0) throw invalid(issues);
    const params = { file: sheet.name };
    const store = this.#begin(id, { code: 'import', kind: sheet.kind, count: 0, params });
    rememberLayout(this.#ws, sheet);
    return this.#fill(store, (job) => checkSheet(this.#ws, store, sheet, job));
  }

  /**
   * Queues the rest of a partly queued changeset before the next preview.
   *
   * The next preview would replace confirmed rows that are not queued yet.
   */
  async #queueRest(id: string): Promise<void> {
    if (this.#jobs.has(id)) throw busy();
    await this.goOn();
    if (this.#groups.begunOf(id) !== null) throw restWaits();
  }

  bulk(kind: Kind, selection: Selection, asked: BulkChange): Promise<Changeset> {
    const resource = learnedResource(this.#ws, kind);
    const change = readBulk(resource, asked, 'operations' in selection);
    const ids = selectedIds(this.#ws, kind, selection);
    const store = this.#begin(this.#ws.platform.random.id(), bulkLabel(kind, change));
    return this.#fill(store, (job) => planBulk(this.#ws, store, ids, change, job));
  }

  references({ kind, ref, with: other }: Input<'references.plan'>): Promise<Changeset> {
    const exchange = referenceExchange(this.#ws, kind, ref, other);
    const store = this.#begin(this.#ws.platform.random.id(), exchange.label);
    return this.#fill(store, (job) => planReferences(this.#ws, store, exchange, job));
  }

  paste(kind: Kind, paste: Paste): Promise<Changeset> {
    const params = { field: paste.fields.join(', ') };
    const id = this.#ws.platform.random.id();
    const store = this.#begin(id, { code: 'paste', kind, count: 0, params });
    return this.#fill(store, (job) => planPaste(this.#ws, store, paste, job));
  }

  undo(request: Input<'undo.plan'>): Promise<Changeset> {
    const groups = undoableGroups(this.#groups, request);
    const ids = groups.map(({ id }) => id);
    const store = this.#begin(this.#ws.platform.random.id(), undoLabelOf(this.#ws, groups), ids);
    return this.#fill(store, (job) => planUndo(this.#ws, store, groups, job));
  }

  /**
   * Ticks rows; throws for a partly queued changeset.
   *
   * Rows before the cursor would not be visited again.
   */
  tick(id: string, { ticked, rows, outcomes }: Omit<Input<'changesets.tick'>, 'plan'>) {
    const { store } = this.#plan(id);
    if (this.#jobs.has(id)) throw busy();
    if (this.#groups.begunOf(id) !== null) throw restWaits();
    if (store.state !== 'ready') throw notReady(store.state, 'ticked');
    store.tick(ticked, rows, outcomes ?? ['new', 'changed', 'kept']);
    return store.counts();
  }

  /** Queues a changeset, or resumes one that a full disk interrupted. */
  async queue(id: string): Promise<QueuedChangeset> {
    const { store, undoes, service } = this.#plan(id);
    const begun = this.#groups.begunOf(id);
    if (begun === null && store.state !== 'ready') throw notReady(store.state);
    requireService(this.#ws, service);
    if (begun === null) requireNotTakenBack(this.#groups, undoes);
    store.setState('queueing');
    try {
      const queued = await this.#run(id, 'queue', (job) =>
        begun === null
          ? queueChangeset(this.#ws, store, undoes, job)
          : goOnQueueing(this.#ws, begun, store, job),
      );
      store.setState('queued');
      return queued;
    } finally {
      if (store.state === 'queueing' && this.#groups.begunOf(id) === null) store.setState('ready');
      this.#sheets.leave(id);
    }
  }

  rejects(id: string, to: string | null) {
    const { store } = this.#plan(id);
    return writeRejects(this.#ws, store, this.#sheets.get(id), to);
  }

  /**
   * Stops jobs, except queueing while Cabinet stays open.
   *
   * A partly queued changeset is queued to its end and can be undone afterwards.
   */
  stop(id: string | undefined): void {
    for (const [each, job] of this.#jobs)
      if ((id === undefined || id === each) && (this.#closed || job.phase !== 'queue')) job.stop();
  }

  /** Handlers of the contract's procedures. */
  readonly handlers: Handlers<
    Exclude<keyof typeof changeProcedures, 'groups.list' | 'groups.next'>
  > = {
    'sheets.open': (request) => this.#sheets.open(request),
    'sheets.adjust': ({ sheet, ...adjustment }) => this.#sheets.adjust(sheet, adjustment),
    'sheets.close': ({ sheet }) => {
      this.#sheets.close(sheet);
      return {};
    },
    'sheets.check': ({ sheet }) => this.check(sheet),
    'sheets.export': (request) =>
      this.#run('export', 'write', (job) => exportSheet(this.#ws, request, job)),
    'sheets.located': ({ download }) => ({ file: locate(this.#ws, download) }),
    'bulk.plan': ({ kind, selection, change }) => this.bulk(kind, selection, change),
    'references.plan': (request) => this.references(request),
    'paste.plan': ({ kind, ...paste }) => this.paste(kind, paste),
    'undo.plan': (request) => this.undo(request),
    'changesets.get': ({ plan }) => this.#plan(plan).store.view(),
    'changesets.rows': ({ plan, ...filter }) => this.#plan(plan).store.page(filter),
    'changesets.tick': ({ plan, ...ticks }) => this.tick(plan, ticks),
    'changesets.queue': ({ plan }) => this.queue(plan),
    'changesets.rejects': ({ plan, to }) => this.rejects(plan, to),
    'changesets.stop': ({ plan }) => {
      this.stop(plan);
      return {};
    },
    'changesets.close': ({ plan }) => {
      this.#drop(plan);
      return {};
    },
  };

  /** Closes all sheets and changesets; interrupted queueing resumes at the next start. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stop(undefined);
    await this.#resuming;
    for (const { store } of this.#open.values()) this.#letGo(store);
    this.#open.clear();
    this.#sheets.closeAll();
  }
}
