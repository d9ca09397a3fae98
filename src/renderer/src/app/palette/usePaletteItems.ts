import type { LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import type { ShortcutId } from '../../state/shortcuts.ts';
import { searchOf } from '../../fields/model/views.ts';
import { useAllCommands } from '../../state/commands.ts';
import type { Command } from '../../state/commands.ts';
import { goToRecord, KIND_ORDER } from '../../state/view.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { firstReadable } from '../../ui/readable.ts';
import { fuzzy } from '../../fields/search/fuzzy.ts';
import { useBestRows } from '../../fields/search/useBestRows.ts';

/** A row of the palette: a record or a command. */
export interface PaletteItem {
  readonly id: string;
  readonly section: string;
  readonly icon: LucideIcon;
  readonly code: string | null;
  readonly label: string;
  readonly shortcut: ShortcutId | null;
  readonly run: () => void;
}

const PER_KIND = 6;
const COMMANDS_BESIDE_RECORDS = 6;

interface PaletteItems {
  readonly items: readonly PaletteItem[];
  /** True while the answer to the last letter is outstanding. */
  readonly loading: boolean;
  /** Why some records could not be searched; a missing record may exist. */
  readonly error: AppError | null;
}

/** Returns the matching records of each kind, then the matching commands. */
export function usePaletteItems(text: string, commandsTitle: string): PaletteItems {
  const search = searchOf(text);
  // The list of kinds never changes, so each render calls the same hooks.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const found = KIND_ORDER.map((kind) => useRecords(kind, search));
  const offered = useAllCommands();
  const commands = useMemo(
    () => matching(offered, search).map((each) => ofCommand(each, commandsTitle)),
    [offered, search, commandsTitle],
  );
  if (search === '') return { items: commands, loading: false, error: null };
  const strong = commands.slice(0, COMMANDS_BESIDE_RECORDS);
  return {
    items: [...found.flatMap(({ items }) => items), ...strong],
    loading: found.some(({ loading }) => loading),
    error: found.find(({ error }) => error !== null)?.error ?? null,
  };
}

function useRecords(kind: Kind, search: string): PaletteItems {
  const { rows, loading, error } = useBestRows(kind, search, PER_KIND);
  return { items: rows.map((row) => ofRow(kind, row)), loading, error };
}

function ofRow(kind: Kind, row: Row): PaletteItem {
  const resource = resourceOf(kind);
  return {
    id: `${kind}/${row.id}`,
    section: textOf(resource.label),
    icon: kindIcons[kind],
    code: row.key,
    label: firstReadable(row.fields[resource.title], row.key) ?? row.id,
    shortcut: null,
    run: () => goToRecord(kind, row.id),
  };
}

function ofCommand({ id, label, icon, shortcut, run }: Command, section: string): PaletteItem {
  return { id: `command/${id}`, section, icon, code: null, label, shortcut: shortcut ?? null, run };
}

/**
 * Returns the commands that match a text, best first.
 *
 * Without a text, all in their own order.
 */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const open = commands.filter((each) => each.disabled !== true);
  if (text === '') return open;
  return open
    .map((each) => ({ each, score: scoreOf(each, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => each);
}

// Every typed word must match the label or a search word, in any order.
function scoreOf({ label, words = '' }: Command, text: string): number {
  const known = [label, ...words.split(' ')];
  const scores = text.split(/\s+/).map((typed) => {
    const each = known.map((name, index) => (fuzzy(typed, name) ?? 0) - (index === 0 ? 0 : 10));
    return Math.max(...each);
  });
  const whole = fuzzy(text, label) ?? 0;
  return scores.every((score) => score > 0) ? Math.max(whole, ...scores) : whole;
}
