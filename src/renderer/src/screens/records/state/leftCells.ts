import { jsonObject } from '#contract/json.ts';
import type { CachedRecord } from '#contract/records.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../../state/core.ts';
import { readForm } from '../../../fields/model/form.ts';
import { keepOlderCell } from '../../../fields/drafts/drafts.ts';
import { cellPlace, CELL_PLACES, claimCellPlace } from './cellPlace.ts';

const leftCellSchema = z.object({
  /** The record. */
  id: z.string(),
  /** What a person calls it. */
  title: z.string(),
  /** The field. */
  name: z.string(),
  text: z.string(),
  /** The record as it was shown when typing began; null where that is not known. */
  base: jsonObject.nullable(),
  /** When it was put down. */
  at: z.number().catch(0),
});

/** A text that nobody has said to be queued. */
export type LeftCell = z.infer<typeof leftCellSchema>;

/**
 * Puts down the cells of a list over which the window is closed. The drafts of their records would have to be read
 * first, and a page that goes hears no answer: so they have a place of their own until the list is opened again.
 */
export function stashCells(kind: Kind, cells: readonly LeftCell[]): void {
  // Nobody is there any more to be told.
  call('drafts.set', { key: keyOf(kind, cellPlace()), draft: [...cells] }).catch(() => undefined);
}

/** The cells over which a window was closed: those that are in the forms of their records now, and those that are not. */
interface TakenUp {
  readonly laid: readonly LeftCell[];
  /** Something newer stands in their places. */
  readonly older: readonly LeftCell[];
}

const NONE: TakenUp = { laid: [], older: [] };

/** Takes the cells over which windows were closed into the forms of their records. */
export async function restoreCells(kind: Kind): Promise<TakenUp> {
  claimCellPlace();
  // What cannot be read now is there the next time.
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
    // It was queued after all: its answer alone came too late.
    if (record !== null && says(kind, record, cell)) continue;
    const isNewest = await keepOlderCell(kind, { ...cell, id: record?.id ?? cell.id });
    (isNewest ? laid : older).push(cell);
  }
  await call('drafts.set', { key, draft: null });
  return { laid, older };
}

/** The record of a cell; null where it is not there any more. */
function recordOf(kind: Kind, { id }: LeftCell): Promise<CachedRecord | null> {
  return call('records.get', { kind, ref: id }).catch(() => null);
}

function says(kind: Kind, { record }: CachedRecord, { name, text }: LeftCell): boolean {
  const { values, faults } = readForm(resourceOf(kind), record, { [name]: text }, 'draft');
  return Object.keys(values).length === 0 && Object.keys(faults).length === 0;
}

function keyOf(kind: Kind, place: number): string {
  return place === 0 ? `cells:${kind}` : `cells:${kind}:${place}`;
}
