import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import { rowsOf } from '../../../support/sheets.ts';
import type { Entry, Hands } from './hands.ts';
import { namesIn } from './picture.ts';
import { push } from './sending.ts';
import { checkUndone } from './undone.ts';

/** Takes the newest group back, or the one that is named. */
export async function undo(hands: Hands, b: number, named?: string): Promise<void> {
  const { undo: newest } = await hands.desk.call('groups.next', {});
  const id = named ?? newest?.id;
  if (id === undefined) return;
  const entries = hands.groups.get(id);
  const { plan } = await hands.desk.call('undo.plan', { group: named });
  const rows = await rowsOf(hands.desk, plan);
  if (b % 5 === 4) await push(hands);
  await queue(hands, plan, rows, entries);
  if (entries !== undefined) hands.count(`undone ${named === undefined ? 'newest' : 'any'}`);
}

/** Takes back any group whose changes are known. */
export async function undoAny(hands: Hands, a: number, b: number): Promise<void> {
  const known = await knownGroups(hands);
  const group = known[a % Math.max(1, known.length)];
  if (group !== undefined) await undo(hands, b, group);
}

/** Takes several groups back as one, each of other records. */
export async function undoSeveral(hands: Hands, a: number, b: number): Promise<void> {
  const known = await knownGroups(hands);
  const from = a % Math.max(1, known.length);
  const groups = known.slice(from, from + 2 + (b % 2));
  if (groups.length < 2) return;
  const entries = groups.flatMap((id) => [...(hands.groups.get(id) ?? [])]);
  const all = new Map(entries);
  if (all.size < entries.length) return;
  const { plan } = await hands.desk.call('undo.plan', { groups });
  await queue(hands, plan, await rowsOf(hands.desk, plan), all);
  hands.count('undone several');
}

async function knownGroups(hands: Hands): Promise<string[]> {
  const { groups } = await hands.desk.call('groups.list', { limit: 100 });
  return groups
    .filter(({ id, state }) => state === 'queued' && hands.groups.has(id))
    .map(({ id }) => id);
}

async function queue(
  hands: Hands,
  plan: string,
  rows: readonly ChangesetRow[],
  entries: ReadonlyMap<string, Entry> | undefined,
): Promise<void> {
  const { group, left } = await hands.desk.call('changesets.queue', { plan });
  const told = await rowsOf(hands.desk, plan);
  const { before, after } = await hands.look();
  hands.noteGroup(group, before, after);
  if (entries === undefined) return;
  const details = { rows, told, left, entries: [...entries] };
  for (const name of namesIn(before, after)) {
    const was = before.records.get(name) ?? null;
    const now = after.records.get(name) ?? null;
    checkUndone(hands, { name, was, now, told, details }, entries.get(name));
  }
}
