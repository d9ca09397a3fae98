import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/json.ts';
import type { Typed } from '../model/form.ts';
import { isEmpty, readDraft, settleDraft, withoutKept, writeDraft } from '../state/drafts.ts';
import type { Draft, DraftFile } from '../state/drafts.ts';

const PAUSE = 350;

/** What is typed in a form, kept on disk at every pause. */
export interface DraftState {
  readonly typed: Typed;
  readonly files: readonly DraftFile[];
  /** The record as it was shown when typing began. */
  readonly base: JsonObject | null;
  /** When it was changed the last time; null where nothing is typed. */
  readonly at: number | null;
  /** Whether all of it is on the disk, is still to be written, or could not be. */
  readonly kept: Keeping;
  /** It was found from another time, and nobody has looked at it yet. */
  readonly restored: boolean;
  /** Sets the text of a place; the text it had anyway takes the place out. */
  readonly type: (path: string, text: string, original: string, base: JsonObject) => void;
  readonly setFiles: (files: readonly DraftFile[]) => void;
  readonly forget: () => void;
  /** Takes out what is queued now; what was typed since stays, whether the form is still shown or not. */
  readonly settle: (kept: Typed) => void;
  readonly seen: () => void;
}

export type Keeping = 'kept' | 'pending' | 'refused';

const NOTHING: Draft = { typed: {}, base: null, files: [], at: 0 };

interface Held {
  /** Whose it is: what was typed about one record is never taken for another's. */
  readonly key: string;
  readonly draft: Draft;
  readonly restored: boolean;
}

/** Keeps the draft of one form under its key. */
export function useDraft(key: string): DraftState {
  const { held, kept, change, seen } = useHeld(key);
  const { draft, restored } = held;
  const type = useCallback(
    (path: string, text: string, original: string, base: JsonObject) =>
      change((old) => {
        const { [path]: _old, ...rest } = old.typed;
        const typed = text === original ? rest : { ...rest, [path]: text };
        return { ...old, typed, base: old.base ?? base };
      }),
    [change],
  );
  const setFiles = useCallback(
    (files: readonly DraftFile[]) => change((old) => ({ ...old, files })),
    [change],
  );
  const forget = useCallback(() => {
    change(() => NOTHING);
    seen();
  }, [change, seen]);
  const settle = useSettling(key, change, seen);
  const at = isEmpty(draft) ? null : draft.at;
  return { ...draft, at, kept, restored, type, setFiles, forget, settle, seen };
}

type Change = (next: (old: Draft) => Draft) => void;

function useHeld(key: string) {
  const [held, setHeld] = useState<Held>({ key, draft: NOTHING, restored: false });
  const [written, setWritten] = useState<Written | null>(null);
  const save = useSaving(key, setWritten);
  useEffect(() => {
    let live = true;
    const take = (found: Draft | null) => {
      if (!live || found === null || isEmpty(found)) return;
      setHeld((old) =>
        // What was typed while the disk was read is newer.
        isEmpty(heldFor(key, old).draft) ? { key, draft: found, restored: true } : old,
      );
      setWritten({ key, at: found.at, refused: false });
    };
    readDraft(key).then(take, () => undefined);
    return () => {
      live = false;
    };
  }, [key]);
  const change: Change = useCallback(
    (next) => {
      setHeld((old) => {
        const mine = heldFor(key, old);
        const changed = { ...next(mine.draft), at: Date.now() };
        save(isEmpty(changed) ? null : changed);
        return { ...mine, draft: isEmpty(changed) ? NOTHING : changed };
      });
    },
    [key, save],
  );
  const seen = useCallback(
    () => setHeld((old) => ({ ...heldFor(key, old), restored: false })),
    [key],
  );
  const mine = heldFor(key, held);
  return { held: mine, kept: keepingOf(mine, written), change, seen };
}

/** The draft that went to the disk last, by the time of its last change. */
interface Written {
  readonly key: string;
  readonly at: number;
  readonly refused: boolean;
}

function keepingOf({ key, draft }: Held, written: Written | null): Keeping {
  if (written?.key !== key) return 'pending';
  if (written.refused) return 'refused';
  return written.at === draft.at ? 'kept' : 'pending';
}

function useSettling(key: string, change: Change, seen: () => void): (kept: Typed) => void {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(
    (kept: Typed) => {
      if (!shown.current) {
        // Left while it was being queued: what was written at the leaving has it still.
        void settleDraft(key, kept).catch(() => undefined);
        return;
      }
      change((old) => withoutKept(old, kept));
      seen();
    },
    [key, change, seen],
  );
}

function heldFor(key: string, held: Held): Held {
  return held.key === key ? held : { key, draft: NOTHING, restored: false };
}

/** Writes the newest draft after a pause, and at once when the form is left; tells what was written. */
function useSaving(key: string, tell: (written: Written) => void): (draft: Draft | null) => void {
  const waiting = useRef<{ draft: Draft | null; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );
  // Another record may be shown by the time the disk answers.
  const shown = useRef(key);
  const flush = useCallback(() => {
    const last = waiting.current;
    if (last === null) return;
    clearTimeout(last.timer);
    waiting.current = null;
    const told = (refused: boolean) => {
      if (shown.current === key) tell({ key, at: last.draft?.at ?? NOTHING.at, refused });
    };
    void writeDraft(key, last.draft).then(
      () => told(false),
      () => told(true),
    );
  }, [key, tell]);
  useEffect(() => {
    shown.current = key;
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush, key]);
  return useCallback(
    (draft: Draft | null) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { draft, timer: setTimeout(flush, PAUSE) };
    },
    [flush],
  );
}
