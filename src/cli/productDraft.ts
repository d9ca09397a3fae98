import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Core } from '#core/app/core.ts';
import { clean, cut } from './output/text.ts';
import { table } from './output/table.ts';
import { readStyle, valueCell } from './output/values.ts';
import type { Shell } from './shell.ts';

const PAGE = 500;

/**
 * Returns the issues of a plan for a script.
 *
 * Includes rows that are left out until they are confirmed.
 */
export async function issuesOf(core: Pick<Core, 'call'>, plan: string) {
  const errors: { row: number; column: string; value: string; reason: string }[] = [];
  const outcomes = ['new', 'changed', 'kept', 'error'] as const;
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await core.call('changesets.rows', {
      plan,
      outcomes: [...outcomes],
      offset,
      limit: PAGE,
    });
    for (const { row, issues, warnings, asks, ticked } of rows)
      for (const { place, value, expected } of [...issues, ...(asks && !ticked ? warnings : [])])
        errors.push({ row, column: place, value, reason: `expected ${expected}` });
    if (offset + rows.length >= total || rows.length === 0) return errors;
  }
}

/** Returns all warnings of a plan, and the rows that ask for confirmation. */
export async function warningsOf(core: Pick<Core, 'call'>, plan: string) {
  const warnings: { row: number; column: string; value: string; reason: string }[] = [];
  const asking: number[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { rows, total } = await core.call('changesets.rows', {
      plan,
      warned: true,
      offset,
      limit: PAGE,
    });
    for (const { row, warnings: told, asks } of rows) {
      if (asks) asking.push(row);
      for (const { place, value, expected } of told)
        warnings.push({ row, column: place, value, reason: `expected ${expected}` });
    }
    if (offset + rows.length >= total || rows.length === 0) return { warnings, asking };
  }
}

/** Ticks the rows that ask for confirmation. */
export async function tickAsking(
  core: Pick<Core, 'call'>,
  plan: string,
  asking: readonly number[],
): Promise<void> {
  for (let at = 0; at < asking.length; at += MOST_TICKED)
    await core.call('changesets.tick', {
      plan,
      ticked: true,
      rows: asking.slice(at, at + MOST_TICKED),
    });
}

const MOST_TICKED = 10_000;
const SHOWN = 40;

/** Returns a preview of the changes, limited to one screen. */
export async function previewText(core: Core, { plan, kind, counts }: Changeset): Promise<string> {
  const { rows, total } = await core.call('changesets.rows', {
    plan,
    outcomes: ['new', 'changed', 'kept', 'error'],
    offset: 0,
    limit: SHOWN,
  });
  const head = `${counts.new} new, ${counts.changed} changed, ${counts.same} unchanged, ${counts.kept} changed later, ${counts.error} errors`;
  if (rows.length === 0) return head;
  const style = await readStyle(core);
  const columns = ['row', 'record', 'outcome', 'what'].map((title) => ({ title }));
  const more = total > rows.length ? `\n… and ${total - rows.length} more` : '';
  return `${head}\n\n${table(
    columns,
    rows.map((row) => lineOf(style, row.kind ?? kind, row)),
  )}${more}`;
}

function lineOf(style: ValueStyle, kind: Kind, row: ChangesetRow) {
  const shown = (field: string, value: Json) => cut(valueCell(style, kind, field, value), 24);
  const changes = row.changes.map(
    ({ field, before, after }) => `${field}: ${shown(field, before)} → ${shown(field, after)}`,
  );
  const issues = [...row.issues, ...row.warnings].map(({ place, value, expected }) =>
    clean(`${place}: ${value}, expected ${expected}`),
  );
  const name = clean(row.key ?? row.title);
  const what = row.outcome === 'new' ? row.action : changes.join('; ');
  return {
    cells: [String(row.row), cut(name, 24), row.outcome, what],
    note: issues.join('; ') || undefined,
  };
}

/** Shows the progress of a plan on stderr in a terminal. */
export async function withChangesetProgress<T>(
  core: Core,
  shell: Shell,
  work: () => Promise<T>,
): Promise<T> {
  if (shell.json || !process.stderr.isTTY) return work();
  const off = core.on('changesets.progress', ({ phase, rows, part }) => {
    const share = part === null ? '' : ` ${Math.round(part * 100)} %`;
    process.stderr.write(`\r\u001b[K${phase} ${rows}${share}`);
  });
  try {
    return await work();
  } finally {
    off();
    process.stderr.write('\r\u001b[K');
  }
}
