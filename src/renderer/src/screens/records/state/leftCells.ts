import { json, jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { CachedRecord } from '#contract/records.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../../state/core.ts';
import { readForm } from '../../../fields/model/form.ts';
import { keepOlderCell } from '../../../fields/drafts/drafts.ts';
import { cellPlace, CELL_PLACES, claimCellPlace } from './cellPlace.ts';

const leftCellSchema = z.object({
  /** The id of the record. */
  id: z.string(),
  /** The title of the record. */
  title: z.string(),
  /** The name of the field. */
  name: z.string(),
  text: z.string(),
  /** The record as it was when typing began; null if unknown. */
  base: jsonObject.nullable(),
  /** The value that the list showed when typing began; absent in stashes of earlier versions. */
  was: json.optional(),
  /** Wall-clock time of the stash, in milliseconds. */
  at: z.number().catch(0),
});

/** The text of a cell that was not confirmed as queued. */
export type LeftCell = z.infer<typeof leftCellSchema>;

/**
 * Stashes the cells that were being edited when the window closed.
 *
 * Putting them into the drafts of their records would need a read first, and a closing page gets no
 * answer. They are stored apart until the list opens again.
 */
export function stashCells(kind: Kind, cells: readonly LeftCell[]): void {
  // The page is closing: there is no place to show an error.
  const draft = cells.map(({ was = null, ...cell }) => ({ ...cell, was }));
  call('drafts.set', { key: keyOf(kind, cellPlace()), draft }).catch(() => undefined);
}

/** The restored cells: those put into the forms of their records, and those not. */
interface TakenUp {
  readonly laid: readonly LeftCell[];
  /** Their forms hold newer input. */
  readonly older: readonly LeftCell[];
}

const NONE: TakenUp = { laid: [], older: [] };

/** Puts the stashed cells into the forms of their records. */
export async function restoreCells(kind: Kind): Promise<TakenUp> {
  claimCellPlace();
  // Cells that cannot be read now are restored the next time.
  const work = CELL_PLACES.map((place) => takeUpAt(kind, keyOf(kind, place)).catch(() => NONE));
  const taken = await Promise.all(work);
  return {
    laid: taken.flatMap(({ laid }) => laid),
    older: taken.flatMap(({ older }) => older),
  };
}

async function takeUpAt(kind: Kind, key: string): Promise<TakenUp> {
  const { draft } = await call('drafts.get', { key });
  const { success, data } = z.array(leftCellSchema).safeParse(draft);
  if (!success) return NONE;
  const laid: LeftCell[] = [];
  const older: LeftCell[] = [];
  for (const cell of data) {
    const record = await recordOf(kind, cell);
    // The text was queued after all; only the answer came too late.
    if (record !== null && says(kind, record, cell)) continue;
    const base = baseOf(kind, record, cell);
    const isNewest = await keepOlderCell(kind, { ...cell, base, id: record?.id ?? cell.id });
    (isNewest ? laid : older).push(cell);
  }
  await call('drafts.set', { key, draft: null });
  return { laid, older };
}

/** Returns the record of a cell; null if it is gone. */
function recordOf(kind: Kind, { id }: LeftCell): Promise<CachedRecord | null> {
  return call('records.get', { kind, ref: id }).catch(() => null);
}

/**
 * Returns the record as it was when typing began; null if unknown.
 *
 * If the window closed before the record was loaded, only the value of the cell is known. Without a
 * base, a change by somebody else since then would be overwritten without a question.
 */
function baseOf(
  kind: Kind,
  record: CachedRecord | null,
  { name, base, was }: LeftCell,
): JsonObject | null {
  if (base !== null || record === null || was === undefined) return base;
  const aliases = resourceOf(kind).fields[name]?.readAs ?? [name];
  const others = Object.entries(record.record).filter(([each]) => !aliases.includes(each));
  return Object.fromEntries([...others, [aliases[0] ?? name, was]]);
}

function says(kind: Kind, { record }: CachedRecord, { name, text }: LeftCell): boolean {
  const { values, faults } = readForm(resourceOf(kind), record, { [name]: text }, 'draft');
  return Object.keys(values).length === 0 && Object.keys(faults).length === 0;
}

function keyOf(kind: Kind, place: number): string {
  return place === 0 ? `cells:${kind}` : `cells:${kind}:${place}`;
}
