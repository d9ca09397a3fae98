import { useCallback, useEffect, useRef, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { sameValue } from '#contract/values.ts';
import { call } from '../../../state/core.ts';
import { isDraft, isLeaving } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import { lockOf } from '../model/access.ts';
import { editText } from '../model/fieldText.ts';
import { readCell } from '../model/form.ts';
import { keepCellDraft } from '../state/drafts.ts';
import { rowStoreOf } from '../state/useRows.ts';
import type { Edit, Refusal } from './edit.ts';
import { useRefusal } from './useRefusal.ts';

/** Editing in the cells of a grid. */
export interface Editing {
  readonly edit: Edit | null;
  readonly refusal: Refusal | null;
  /** Begins an edit, or says why not; true when an editor is open. */
  readonly begin: (row: number, record: Row, name: string, typed?: string) => boolean;
  readonly type: (text: string) => void;
  /** Queues the text; true when it was taken, or when nothing differed. */
  readonly keep: () => Promise<boolean>;
  readonly leave: () => void;
}

/** Keeps the one cell that is being edited. */
export function useEdit(kind: Kind, changes: Changes): Editing {
  const [edit, setEdit] = useState<Edit | null>(null);
  const [refusal, setRefusal] = useRefusal();
  // One edit ends and the next begins within one key press, before anything is drawn again.
  const now = useRef<Edit | null>(null);
  const put = useCallback((next: Edit | null) => {
    now.current = next;
    setEdit(next);
  }, []);
  useKeptOnLeaving(kind, now);

  const begin = useCallback(
    (row: number, record: Row, name: string, typed?: string): boolean => {
      // A text that was refused must not be lost to the next one.
      if (now.current !== null) return true;
      const opened = open(kind, changes, row, record, name, typed);
      setRefusal('lock' in opened ? opened : null);
      if ('lock' in opened) return false;
      put(opened);
      return true;
    },
    [kind, changes, put, setRefusal],
  );
  const type = useCallback(
    (text: string) => {
      if (now.current !== null) put(checked(kind, { ...now.current, text }));
    },
    [kind, put],
  );
  // A second key may come while the first is being kept: both wait for the one answer.
  const keeping = useRef<Promise<boolean> | null>(null);
  const keep = useCallback(async (): Promise<boolean> => {
    const current = now.current;
    if (current === null) return true;
    if (keeping.current !== null) return keeping.current;
    if (current.text === current.first) {
      put(null);
      return true;
    }
    const kept = send(kind, current, put).then((failed) => {
      keeping.current = null;
      put(failed);
      return failed === null;
    });
    keeping.current = kept;
    return kept;
  }, [kind, put]);
  const leave = useCallback(() => put(null), [put]);
  return { edit, refusal, begin, type, keep, leave };
}

function open(
  kind: Kind,
  changes: Changes,
  row: number,
  record: Row,
  name: string,
  typed: string | undefined,
): Edit | Refusal {
  const field = resourceOf(kind).fields[name];
  const operations = changes.get(record.id);
  const purpose = isDraft(operations) ? 'draft' : 'update';
  if (field === undefined) return { row, name, lock: 'byService' };
  const lock = lockOf(field, purpose, isLeaving(operations));
  if (lock !== null) return { row, name, lock };
  const first = editText(field, record.fields[name]);
  const base = call('records.get', { kind, ref: record.id }).then(
    (whole) => whole.record,
    () => undefined,
  );
  const edit: Edit = {
    id: record.id,
    row,
    name,
    field,
    text: typed ?? first,
    first,
    purpose,
    overwrites: typed !== undefined,
    fault: null,
    error: null,
    busy: false,
    base,
  };
  return typed === undefined ? edit : checked(kind, edit);
}

function checked(kind: Kind, edit: Edit): Edit {
  const { fault } = readCell(resourceOf(kind), edit.name, edit.text, edit.purpose);
  return { ...edit, fault: edit.text === edit.first ? null : fault, error: null };
}

/** Queues the edit; gives null when it is done, else the edit with what stands against it. */
async function send(kind: Kind, edit: Edit, show: (edit: Edit) => void): Promise<Edit | null> {
  const { id, name, field } = edit;
  const { value, fault } = readCell(resourceOf(kind), name, edit.text, edit.purpose);
  if (fault !== null || value === undefined) return { ...edit, fault };
  show({ ...edit, busy: true });
  try {
    const base = await edit.base;
    const before = rowStoreOf(kind).find(id)?.fields[name] ?? null;
    if (sameValue(field, before, value)) return null;
    await call('records.update', {
      kind,
      ref: id,
      values: { [name]: value },
      files: [],
      ...(base === undefined ? {} : { base }),
    });
    return null;
  } catch (thrown) {
    return { ...edit, busy: false, error: asAppError(thrown) };
  }
}

// Whoever leaves the screen with a text that was not taken finds it in the record's form.
function useKeptOnLeaving(kind: Kind, edit: { readonly current: Edit | null }): void {
  useEffect(
    () => () => {
      const open = edit.current;
      if (open !== null && open.text !== open.first)
        void open.base.then((base) => keepCellDraft(kind, open.id, open.name, open.text, base));
    },
    [kind, edit],
  );
}
