import { ID_COLUMN } from '#contract/plans/sheet.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { openTask } from '../../../sheets/tasks.ts';
import { shownColumns } from '../model/columns.ts';
import type { ColumnPrefs } from '../model/columns.ts';
import { queryOf } from '../model/views.ts';
import { listOf } from './listStore.ts';
import { rowStoreOf } from './useRows.ts';

/** Opens the import of a sheet into a list; without files it asks for one. */
export function openImport(kind: Kind, files: readonly File[] = []): void {
  openTask({ id: 'import', kind, files });
}

/** Opens the export of a list as it is shown. */
export async function openExport(kind: Kind): Promise<void> {
  const { shape, selection } = listOf(kind);
  const query = queryOf(kind, shape);
  // A list that was not shown yet does not know how much of it there is.
  const known = rowStoreOf(kind).snapshot().total;
  const shown = known ?? (await call('records.list', { ...query, limit: 1 })).total;
  openTask({
    id: 'export',
    kind,
    query,
    columns: exportColumns(resourceOf(kind), shape.columns),
    shown,
    ids: selection.ids.size > 1 ? [...selection.ids] : [],
  });
}

/** Opens one change for the selected records; false when none is selected. */
export function openBulk(kind: Kind): boolean {
  const ids = [...listOf(kind).selection.ids];
  if (ids.length === 0) return false;
  return openTask({ id: 'bulk', kind, selection: { ids }, count: ids.length });
}

/** The columns in sight by dotted names; the first is the one by which an import finds the record. */
export function exportColumns(resource: Resource, prefs: ColumnPrefs): readonly string[] {
  const shown = shownColumns(resource, prefs).flatMap(({ name, field }) => {
    if (name === null) return [];
    const parts = Object.keys(field?.parts ?? {});
    return parts.length === 0 ? [name] : parts.map((part) => `${name}.${part}`);
  });
  return [...new Set([resource.key ?? ID_COLUMN, ...shown])];
}
