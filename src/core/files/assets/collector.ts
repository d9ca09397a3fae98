import { own } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { numberOrNull } from '../../store/cells.ts';
import { transact } from '../../store/database.ts';
import { OUTSIDE_RUN, parseDoc } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { filesIn } from '../filePreviews.ts';

/** Records read in one slice: a few milliseconds. */
const SLICE = 400;

const rowList = z.array(z.object({ rid: z.number(), doc: z.string() }));

/**
 * The position of a walk through the records of a kind; on completion all runs up to `settled`
 * count as searched.
 */
interface Walk {
  readonly settled: number;
  readonly run: number;
  readonly rid: number;
}

/**
 * Collects the images and models that records name, a slice at a time.
 *
 * A pull stores its run number in the records it writes, so only these are searched. The position
 * is stored with the paths, so a restart searches nothing twice.
 */
export class Collector {
  readonly #ws;
  /**
   * The records to search: `#named` by the ids of change events, `#written` by kind for records of
   * pulls.
   */
  readonly #named = new Map<Kind, Set<string>>();
  readonly #written = new Set<Kind>();
  #walk: (Walk & { readonly kind: Kind }) | null = null;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** Schedules all records written since the last search; called at the start. */
  noteAll(): void {
    for (const kind of KINDS) this.note(kind, undefined);
  }

  /**
   * Schedules changed records of a kind: those named, or without ids those that pulls have written.
   */
  note(kind: Kind, ids: readonly string[] | undefined): void {
    if (resourceOf(kind).upload === null) return;
    if (ids === undefined) this.#written.add(kind);
    else this.#name(kind, ids);
  }

  // Adds to the same set: a long push notes thousands of ids one by one before any is searched.
  #name(kind: Kind, ids: readonly string[]): void {
    const named = this.#named.get(kind) ?? new Set();
    this.#named.set(kind, named);
    for (const id of ids) named.add(id);
  }

  /** Searches the next records; returns whether there are more. */
  slice(): boolean {
    this.#walk ??= this.#begin();
    if (this.#walk !== null) {
      this.#walk = this.#goOn(this.#walk);
      return true;
    }
    const [named] = this.#named;
    if (named === undefined) return false;
    this.#lookAt(...named);
    return true;
  }

  #begin(): (Walk & { readonly kind: Kind }) | null {
    const [kind] = this.#written;
    if (kind === undefined) return null;
    this.#written.delete(kind);
    return { kind, settled: this.#settled(kind), run: OUTSIDE_RUN, rid: -1 };
  }

  /** Returns the last run that writes no more: a walk that begins now sees all its records. */
  #settled(kind: Kind): number {
    const settled = this.#ws.cache
      .prepare(
        `SELECT max(run) FROM pull_run WHERE kind = @kind
           AND (state = 'complete' OR run < (SELECT max(run) FROM pull_run WHERE kind = @kind))`,
      )
      .pluck()
      .get({ kind });
    return numberOrNull.parse(settled) ?? OUTSIDE_RUN;
  }

  #goOn(walk: Walk & { readonly kind: Kind }): (Walk & { readonly kind: Kind }) | null {
    const { kind, run, rid, settled } = walk;
    const rows = rowList.parse(this.#ws.cache.prepare(NEXT).all({ kind, run, rid }));
    const next = rows.length < SLICE ? this.#nextRun(kind, run) : run;
    const fields = fileFields(resourceOf(kind));
    transact(this.#ws.filesDb, () => {
      for (const { doc } of rows) this.#take(fields, doc);
      if (next === null) this.#ws.assets.markCollected(kind, signOf(kind), settled);
    });
    if (next === null) return null;
    return { kind, settled, run: next, rid: next === run ? (rows.at(-1)?.rid ?? rid) : -1 };
  }

  /** Returns the next run that wrote records and was not searched. */
  #nextRun(kind: Kind, after: number): number | null {
    const done = this.#ws.assets.collectedTo(kind, signOf(kind)) ?? OUTSIDE_RUN;
    const next = this.#ws.cache
      .prepare('SELECT min(run) FROM record WHERE kind = ? AND run > ?')
      .pluck()
      .get(kind, Math.max(after, done));
    return numberOrNull.parse(next);
  }

  // Searches records by id, one look-up each: an edit must not cost a walk through the catalogue.
  #lookAt(kind: Kind, ids: Set<string>): void {
    const { entities, records } = this.#ws;
    const slice = [...ids].slice(0, SLICE);
    const fields = fileFields(resourceOf(kind));
    transact(this.#ws.filesDb, () => {
      for (const each of slice) {
        // A record that was created here is named by its local id; the mirror knows it by the
        // service's id.
        const stored = records.get(kind, entities.get(each)?.serviceId ?? each);
        if (stored?.missingSince === null) this.#take(fields, stored.doc);
      }
    });
    // Removed only now: if a full disk prevents the write, the records are searched again.
    for (const each of slice) ids.delete(each);
    if (ids.size === 0) this.#named.delete(kind);
  }

  #take(fields: readonly FileField[], doc: string): void {
    const record = parseDoc(doc);
    for (const { rank, aliases } of fields)
      for (const alias of aliases)
        for (const of of filesIn(own(record, alias)))
          if ('path' in of) this.#ws.assets.add(of.path, rank);
  }
}

// Uses the index of kind and run, in which the rows of one run are sorted by number.
const NEXT = `SELECT rid, doc FROM record WHERE kind = @kind AND run = @run AND rid > @rid
  AND missing_since IS NULL ORDER BY rid LIMIT ${SLICE}`;

/** A field that names files: its fetch priority, and its names. */
interface FileField {
  readonly rank: number;
  readonly aliases: readonly string[];
}

function fileFields(resource: Resource): readonly FileField[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    field.content === undefined
      ? []
      : [{ rank: field.content === 'picture' ? 0 : 1, aliases: field.readAs ?? [name] }],
  );
}

/**
 * Returns the searched fields as a text: a version of Cabinet with more fields searches everything
 * again.
 */
function signOf(kind: Kind): string {
  return fileFields(resourceOf(kind))
    .flatMap(({ aliases }) => aliases)
    .join(',');
}
