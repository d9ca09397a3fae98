import { jsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../../state/core.ts';
import { readForm } from '../model/form.ts';
import { keepCellDraft } from './drafts.ts';

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
});

/** A text that nobody has said to be queued. */
export type LeftCell = z.infer<typeof leftCellSchema>;

/**
 * Puts down the cells of a list over which the window is closed. The drafts of their records would have to be read
 * first, and a page that goes hears no answer: so they have a place of their own until the list is opened again.
 */
export function putDown(kind: Kind, cells: readonly LeftCell[]): void {
  // Nobody is there any more to be told.
  call('drafts.set', { key: keyOf(kind), draft: [...cells] }).catch(() => undefined);
}

/** Takes the cells over which the window was closed into the forms of their records; gives those that it took. */
export async function takeUp(kind: Kind): Promise<readonly LeftCell[]> {
  const key = keyOf(kind);
  const { draft } = await call('drafts.get', { key });
  const { success, data } = z.array(leftCellSchema).safeParse(draft);
  if (!success) return [];
  const taken: LeftCell[] = [];
  for (const cell of data) {
    if (await isQueued(kind, cell)) continue;
    await keepCellDraft(kind, cell.id, cell.name, cell.text, cell.base ?? undefined);
    taken.push(cell);
  }
  await call('drafts.set', { key, draft: null });
  return taken;
}

/** It was queued after all: its answer alone came too late. */
async function isQueued(kind: Kind, { id, name, text }: LeftCell): Promise<boolean> {
  // A record that is not there any more shows nothing.
  const found = await call('records.get', { kind, ref: id }).catch(() => null);
  if (found === null) return false;
  const { values, faults } = readForm(resourceOf(kind), found.record, { [name]: text }, 'draft');
  return Object.keys(values).length === 0 && Object.keys(faults).length === 0;
}

function keyOf(kind: Kind): string {
  return `cells:${kind}`;
}
