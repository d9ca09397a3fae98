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
  /** When it was kept here the last time. */
  readonly at: number | null;
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

const NOTHING: Draft = { typed: {}, base: null, files: [], at: 0 };

interface Held {
  /** Whose it is: what was typed about one record is never taken for another's. */
  readonly key: string;
  readonly draft: Draft;
  readonly restored: boolean;
}

/** Keeps the draft of one form under its key. */
export function useDraft(key: string): DraftState {
  const { held, change, seen } = useHeld(key);
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
  return { ...draft, at, restored, type, setFiles, forget, settle, seen };
}

type Change = (next: (old: Draft) => Draft) => void;

function useHeld(key: string) {
  const [held, setHeld] = useState<Held>({ key, draft: NOTHING, restored: false });
  const save = useSaving(key);
  useEffect(() => {
    let live = true;
    const take = (found: Draft | null) => {
      if (!live || found === null || isEmpty(found)) return;
      setHeld((old) =>
        // What was typed while the disk was read is newer.
        isEmpty(heldFor(key, old).draft) ? { key, draft: found, restored: true } : old,
      );
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
  return { held: heldFor(key, held), change, seen };
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

/** Writes the newest draft after a pause, and at once when the form is left. */
function useSaving(key: string): (draft: Draft | null) => void {
  const waiting = useRef<{ draft: Draft | null; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );
  const flush = useCallback(() => {
    const last = waiting.current;
    if (last === null) return;
    clearTimeout(last.timer);
    waiting.current = null;
    // A disk that refuses is told by the next change that is kept; nothing typed is lost on screen.
    void writeDraft(key, last.draft).catch(() => undefined);
  }, [key]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return useCallback(
    (draft: Draft | null) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { draft, timer: setTimeout(flush, PAUSE) };
    },
    [flush],
  );
}
