import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { Query } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { openTask } from '../../../fields/undo/tasks.ts';
import { tellError } from '../../../ui/tellError.ts';
import { shownColumns } from '../../../fields/model/columns.ts';
import type { ColumnPrefs } from '../../../fields/model/columns.ts';
import { queryOf } from '../../../fields/model/views.ts';
import { listOf } from './listStore.ts';
import { rowStoreOf } from './useRows.ts';

/** Opens the import of a sheet into a list; the dialog asks for the file. */
export function openImport(kind: Kind): void {
  openTask({ id: 'import', kind, roots: [] });
}

/** Opens the export of a list with its current filters and columns. */
export async function openExport(kind: Kind): Promise<void> {
  const { shape, selection } = listOf(kind);
  const query = queryOf(kind, shape);
  const shown = await totalOf(kind, query);
  if (shown === null) return;
  openTask({
    id: 'export',
    kind,
    query,
    columns: exportColumns(resourceOf(kind), shape.columns),
    shown,
    ids: [...selection.ids],
  });
}

// The row store may not have loaded this query: then the total is read from the core.
async function totalOf(kind: Kind, query: Query): Promise<number | null> {
  const { total, key, stale } = rowStoreOf(kind).snapshot();
  if (total !== null && !stale && key === JSON.stringify(query)) return total;
  try {
    return (await call('records.list', { ...query, limit: 1 })).total;
  } catch (thrown) {
    tellError(thrown);
    return null;
  }
}

/** Opens the bulk change of the selected records; returns false if none is selected. */
export function openBulk(kind: Kind): boolean {
  const ids = [...listOf(kind).selection.ids];
  if (ids.length === 0) return false;
  return openTask({ id: 'bulk', kind, selection: { ids }, count: ids.length });
}

/**
 * Returns the visible columns by dotted names; the first one identifies the record for an import.
 */
export function exportColumns(resource: Resource, prefs: ColumnPrefs): readonly string[] {
  const shown = shownColumns(resource, prefs).flatMap(({ name, field }) => {
    if (name === null) return [];
    const parts = Object.keys(field?.parts ?? {});
    return parts.length === 0 ? [name] : parts.map((part) => `${name}.${part}`);
  });
  return [...new Set([resource.key ?? ID_COLUMN, ...shown])];
}
