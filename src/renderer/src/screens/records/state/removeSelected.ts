import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { tellError } from '../../../ui/tellError.ts';
import { askToRemove } from './removing.ts';
import type { Rows } from './rowStore.ts';
import { nameOf } from './selecting.ts';

/** Asks before the selected records are deleted; names the record if there is only one. */
export async function removeSelected(
  kind: Kind,
  ids: ReadonlySet<string>,
  rows: Rows,
): Promise<void> {
  const [id, ...more] = ids;
  if (id === undefined) return;
  try {
    await askToRemove(kind, [...ids], more.length > 0 ? '' : await nameOfRecord(kind, id, rows));
  } catch (thrown) {
    tellError(thrown);
  }
}

async function nameOfRecord(kind: Kind, id: string, rows: Rows): Promise<string> {
  const { title } = resourceOf(kind);
  const here = rows.at(rows.indexOf(id));
  if (here !== undefined) return nameOf(here, title);
  const { key, record } = await call('records.get', { kind, ref: id });
  return nameOf({ id, key, pending: null, fields: record }, title);
}
