import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { useLatest } from '../grid/useLatest.ts';
import type { Typed } from '../model/form.ts';
import { readDraft, writeDraft } from '../state/drafts.ts';
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
  readonly seen: () => void;
}

const NOTHING: Draft = { typed: {}, base: null, files: [], at: 0 };

/** Keeps the draft of one form under its key. */
export function useDraft(key: string): DraftState {
  const [draft, setDraft] = useState<Draft>(NOTHING);
  const [restored, setRestored] = useState(false);
  const save = useSaving(key);
  const held = useLatest(draft);
  useEffect(() => {
    let live = true;
    const take = (found: Draft | null) => {
      // What was typed while the disk was read is newer.
      if (!live || found === null || isEmpty(found)) return;
      const mine = held.current;
      if (!isEmpty(mine)) return;
      setDraft(found);
      setRestored(true);
    };
    readDraft(key).then(take, () => undefined);
    return () => {
      live = false;
    };
  }, [key, held]);
  const change = useCallback(
    (next: (old: Draft) => Draft) => {
      setDraft((old) => {
        const changed = { ...next(old), at: Date.now() };
        save(isEmpty(changed) ? null : changed);
        return isEmpty(changed) ? NOTHING : changed;
      });
    },
    [save],
  );
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
    setRestored(false);
  }, [change]);
  const seen = useCallback(() => setRestored(false), []);
  const at = isEmpty(draft) ? null : draft.at;
  return { ...draft, at, restored, type, setFiles, forget, seen };
}

function isEmpty({ typed, files }: Draft): boolean {
  return Object.keys(typed).length === 0 && files.length === 0;
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
