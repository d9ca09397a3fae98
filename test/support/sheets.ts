import type { Changeset, ChangesetRow } from '#contract/changesets/changeset.ts';
import type { Sheet } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { TestWorkstation } from './desk.ts';

/** Writes a sheet into the desk's folder and opens it. */
export async function openSheet(
  desk: TestWorkstation,
  kind: Kind,
  name: string,
  bytes: string | Buffer,
): Promise<Sheet> {
  return openFile(desk, kind, desk.file(name, bytes));
}

/** Opens a sheet that lies somewhere on the disk. */
export async function openFile(desk: TestWorkstation, kind: Kind, path: string): Promise<Sheet> {
  const { file } = await desk.call('files.stage', { path });
  return desk.call('sheets.open', { kind, file });
}

/** Writes, opens and looks through a sheet. */
export async function checkSheet(
  desk: TestWorkstation,
  kind: Kind,
  name: string,
  bytes: string | Buffer,
): Promise<Changeset> {
  const { sheet } = await openSheet(desk, kind, name, bytes);
  return desk.call('sheets.check', { sheet });
}

/** Every row of a plan. */
export async function rowsOf(desk: TestWorkstation, plan: string): Promise<ChangesetRow[]> {
  return (await desk.call('changesets.rows', { plan, offset: 0, limit: 500 })).rows;
}

/** Takes a group back, the newest one if none is named, and queues all that can be restored. */
export async function undo(desk: TestWorkstation, group?: string) {
  const { plan, counts } = await desk.call('undo.plan', { group });
  return { counts, ...(await desk.call('changesets.queue', { plan })) };
}
