import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Row } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { learnedOf } from '../../../state/facts.ts';
import { isDraft, isLeaving } from '../../../fields/model/changes.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import { lockOf } from '../../../fields/model/access.ts';
import { editText } from '../../../fields/model/fieldText.ts';
import { nameOf } from '../state/selecting.ts';
import { useRules } from '../../../state/facts.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import { CellEdits } from './cellEdits.ts';
import type { Opening, Sight } from './cellEdits.ts';
import type { Edit, Refusal } from './edit.ts';
import { useRefusal } from './useRefusal.ts';

/** Editing of the cells of a grid. */
export interface Editing {
  readonly edit: Edit | null;
  readonly refusal: Refusal | null;
  /** Begins an edit or shows the refusal; returns whether an editor is open. */
  readonly begin: (row: number, record: Row, name: string, typed?: string) => boolean;
  readonly type: (text: string) => void;
  /**
   * Queues the text; returns null if the text is not valid.
   *
   * The promise resolves to true if the text was accepted or equals the old value.
   */
  readonly keep: () => Promise<boolean> | null;
  readonly leave: () => void;
  /**
   * Notes the visibility of its row; returns true while the row must still be scrolled into view.
   */
  readonly see: (sight: Sight) => boolean;
}

/** Keeps the one cell being edited. */
export function useEdit(kind: Kind, changes: Changes): Editing {
  const rules = useLatest(useRules(kind));
  const cells = useMemo(() => new CellEdits(kind, () => rules.current), [kind, rules]);
  const edit = useSyncExternalStore(cells.subscribe, cells.snapshot);
  const [refusal, setRefusal] = useRefusal();
  useEffect(() => {
    cells.openWindow();
    window.addEventListener('pagehide', cells.closeWindow);
    return () => {
      window.removeEventListener('pagehide', cells.closeWindow);
      cells.close();
    };
  }, [cells]);
  const begin = useCallback(
    (row: number, record: Row, name: string, typed?: string): boolean => {
      // A refused text stays open, so that the next edit cannot replace it.
      if (!cells.isFree()) {
        if (typed !== undefined) cells.typeOn(record.id, name, typed);
        return true;
      }
      const opened = open(kind, changes, row, record, name, typed);
      setRefusal('lock' in opened ? opened : null);
      if ('lock' in opened) return false;
      cells.open(opened);
      return true;
    },
    [kind, changes, cells, setRefusal],
  );
  const { type, keep, leave, see } = cells;
  return { edit, refusal, begin, type, keep, leave, see };
}

function open(
  kind: Kind,
  changes: Changes,
  row: number,
  record: Row,
  name: string,
  typed: string | undefined,
): Opening | Refusal {
  const { fields, title } = learnedOf(kind);
  const field = fields[name];
  const operations = changes.get(record.id);
  const purpose = isDraft(operations) ? 'draft' : 'update';
  if (field === undefined) return { id: record.id, name, lock: 'byService' };
  const lock = lockOf(field, purpose, isLeaving(operations));
  if (lock !== null) return { id: record.id, name, lock };
  const first = editText(field, record.fields[name]);
  return {
    id: record.id,
    title: nameOf(record, title),
    row,
    name,
    field,
    text: typed ?? first,
    first,
    was: record.fields[name] ?? null,
    purpose,
    overwrites: typed !== undefined,
  };
}
