import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { StatusLabels } from '#contract/statusLabels.ts';
import { fieldAt } from '../record/fieldPaths.ts';
import { hasHead, headWarnings } from './sheets/blockHead.ts';
import { markOfBlock } from './sheets/blockMark.ts';
import { cellValue } from './sheets/cell.ts';
import { clipboardRows, widthOf } from './sheets/csv.ts';
import type { Mark } from '#contract/numbers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { rowOf } from './bulkChange.ts';
import type { Wanted } from './bulkChange.ts';
import type { ChangesetJob } from './job.ts';
import type { NewRow, ChangesetStore } from './changesetStore.ts';
import { filesAsShown } from './sentFiles.ts';

/** Pasted cells over records: rows are records, columns are fields. */
export interface Paste {
  readonly ids: readonly string[];
  readonly fields: readonly string[];
  readonly text: string;
  readonly decimal?: Mark | undefined;
  /** The decimal mark of the user's language; used when no number of the block decides. */
  readonly habit?: Mark | undefined;
  /** Whether the first row is a header row; detected when left out. */
  readonly head?: boolean | undefined;
}

const CHUNK = 100;

/**
 * Fills a changeset with the changes of a pasted block.
 *
 * Rows beyond the last record become error rows; they are not dropped.
 */
export async function planPaste(
  ws: Workspace,
  plan: ChangesetStore,
  paste: Paste,
  job: ChangesetJob,
): Promise<void> {
  const copied = clipboardRows(paste.text);
  const resource = resourceOf(plan.kind);
  const fields = checkFields(resource, paste.fields, widthOf(copied));
  const isHead = paste.head ?? hasHead(resource, copied);
  const block = isHead ? copied.slice(1) : copied;
  const unfit = isHead ? headWarnings(resource, copied[0] ?? [], fields) : [];
  const mark = paste.decimal ?? markOfBlock(resource, fields, block) ?? paste.habit ?? '.';
  const params = { ...plan.label.params, decimal: mark, head: isHead ? 'yes' : 'no' };
  plan.setLabel({ ...plan.label, params });
  const labels = ws.settings.statusLabels;
  const ids = [...new Set(paste.ids)];
  for (let at = 0; at < block.length && !job.stopped; at += CHUNK) {
    const rows = block.slice(at, at + CHUNK).map((cells, index): NewRow => {
      const row = at + index + 1;
      const id = ids[row - 1];
      return id === undefined
        ? beyond(row, cells)
        : rowOf(ws, plan.kind, id, row, (subject) => {
            const { values, issues } = wantedOf(resource, fields, cells, mark, labels);
            return { values: filesAsShown(ws, subject, values), issues };
          });
    });
    plan.addAll(rows.map((row) => withWarnings(row, unfit)));
    await job.pause(at + rows.length, (at + rows.length) / block.length);
  }
}

function withWarnings(row: NewRow, more: readonly Issue[]): NewRow {
  if (more.length === 0 || row.changes.length === 0) return row;
  return { ...row, warnings: [...more, ...(row.warnings ?? [])], asks: true };
}

function checkFields(
  resource: Resource,
  fields: readonly string[],
  width: number,
): readonly string[] {
  const unknown = fields.find((path) => fieldAt(resource, path) === null);
  if (unknown !== undefined)
    throw invalid([
      {
        place: 'fields',
        value: JSON.stringify(unknown),
        ...expecting('fieldOf', { kind: resource.kind }),
      },
    ]);
  if (width > fields.length)
    throw invalid([
      {
        place: 'text',
        value: `${width} columns`,
        ...expecting('noColumns', { count: fields.length }),
      },
    ]);
  return fields;
}

function beyond(row: number, cells: readonly string[]) {
  const issues = [{ place: '', value: cells.join(' · '), ...expecting('listEnds') }];
  const nothing = { ref: null, key: null, title: '', files: [], changes: [], work: null };
  return { row, outcome: 'error', action: 'update', issues, ...nothing } as const;
}

function wantedOf(
  resource: Resource,
  fields: readonly string[],
  cells: readonly string[],
  mark: Mark,
  labels: StatusLabels,
): Wanted {
  const values: Record<string, Json> = {};
  const issues: Issue[] = [];
  cells.forEach((text, index) => {
    const path = fields[index] ?? '';
    const field = fieldAt(resource, path);
    if (field === null) return;
    const read = cellValue(field, { text, type: 'text' }, mark, labels);
    if ('fault' in read) issues.push({ place: path, ...read.fault });
    else if ('value' in read) values[path] = read.value;
  });
  return { values, issues };
}
