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

/** Records looked at in one slice: a few milliseconds. */
const SLICE = 400;

const rowList = z.array(z.object({ rid: z.number(), doc: z.string() }));

/** How far a walk through the records of a kind has come; `settled` is the run it will vouch for. */
interface Walk {
  readonly settled: number;
  readonly run: number;
  readonly rid: number;
}

/**
 * Takes up the pictures and models that records name, a slice at a time. A pull leaves its number on what
 * it wrote, so that only this is looked at; how far the records were looked through is kept beside
 * the paths, and nothing is looked through again at a start.
 */
export class Collector {
  readonly #ws;
  /** What is to be looked at: records by the names that notices use, and whatever runs have written. */
  readonly #named = new Map<Kind, Set<string>>();
  readonly #written = new Set<Kind>();
  #walk: (Walk & { readonly kind: Kind }) | null = null;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** At a start: what was written since the last look, by runs and beside them. */
  noteAll(): void {
    for (const kind of KINDS) this.note(kind, undefined);
  }

  /** Records of a kind have changed: those named, or without names those that runs have written. */
  note(kind: Kind, ids: readonly string[] | undefined): void {
    if (resourceOf(kind).upload === null) return;
    if (ids === undefined) this.#written.add(kind);
    else this.#name(kind, ids);
  }

  // Into the same set: while a long push runs, thousands are noted one by one before any is looked at.
  #name(kind: Kind, ids: readonly string[]): void {
    const named = this.#named.get(kind) ?? new Set();
    this.#named.set(kind, named);
    for (const id of ids) named.add(id);
  }

  /** Looks at the next records; tells whether there are more. */
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

  /** Runs up to this one write no more: a walk that begins now will have seen all they wrote. */
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

  /** The next run that wrote something and was not looked through. */
  #nextRun(kind: Kind, after: number): number | null {
    const done = this.#ws.assets.collectedTo(kind, signOf(kind)) ?? OUTSIDE_RUN;
    const next = this.#ws.cache
      .prepare('SELECT min(run) FROM record WHERE kind = ? AND run > ?')
      .pluck()
      .get(kind, Math.max(after, done));
    return numberOrNull.parse(next);
  }

  // One look-up each: an edit must not cost a walk through the catalogue.
  #lookAt(kind: Kind, ids: Set<string>): void {
    const { entities, records } = this.#ws;
    const slice = [...ids].slice(0, SLICE);
    const fields = fileFields(resourceOf(kind));
    transact(this.#ws.filesDb, () => {
      for (const each of slice) {
        // A record that was made here was named by its local id, the mirror knows it by the service's.
        const stored = records.get(kind, entities.get(each)?.serviceId ?? each);
        if (stored?.missingSince === null) this.#take(fields, stored.doc);
      }
    });
    // Not before: what a full disk kept from being written down is looked at again.
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

// By the index of kind and run, in which the rows of one run stand by their numbers.
const NEXT = `SELECT rid, doc FROM record WHERE kind = @kind AND run = @run AND rid > @rid
  AND missing_since IS NULL ORDER BY rid LIMIT ${SLICE}`;

/** A field that names files: how early they are fetched, and the names it goes by. */
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

/** What was looked for: a Cabinet that knows of more fields looks through everything once more. */
function signOf(kind: Kind): string {
  return fileFields(resourceOf(kind))
    .flatMap(({ aliases }) => aliases)
    .join(',');
}
