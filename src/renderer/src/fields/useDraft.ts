import i18next from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { onNewConnection } from '../state/core.ts';
import { toastAlone } from '../state/toasts.ts';
import { tellError } from '../ui/tellError.ts';
import type { Typed } from './model/form.ts';
import { onDraftNews } from './drafts/draftNews.ts';
import {
  NO_DRAFT,
  bringBackDraft,
  isEmpty,
  layOver,
  openForm,
  readDraft,
  mergeDrafts,
  saysTheSame,
  settleDraft,
  withoutKept,
  writeDraft,
} from './drafts/drafts.ts';
import type { Draft, DraftFile, Settled } from './drafts/drafts.ts';
import { forgetUnkept, leaveUnkept, settleUnkept, takeUnkept } from './drafts/draftRetryQueue.ts';
import type { Unwritten } from './drafts/draftRetryQueue.ts';

const PAUSE = 350;

/** The input of a form, written to disk after each pause. */
export interface DraftState {
  readonly typed: Typed;
  readonly files: readonly DraftFile[];
  /** The record as it was when typing began. */
  readonly base: JsonObject | null;
  /** The time of the last change; null without input. */
  readonly at: number | null;
  /** Whether the draft is written, waiting to be written, or could not be written. */
  readonly kept: SavedState;
  /** True if the draft comes from an earlier session and the user has not confirmed it yet. */
  readonly restored: boolean;
  /** Sets the text of an input; the original text, if known, removes the input from the draft. */
  readonly type: (path: string, text: string, original: string | null, base: JsonObject) => void;
  readonly setFiles: (files: readonly DraftFile[]) => void;
  readonly forget: () => void;
  /** Discards the draft and offers Undo for a moment. */
  readonly discard: () => void;
  /** Removes the queued parts; text typed since then stays, also if the form was closed. */
  readonly settle: (kept: Settled) => void;
  readonly seen: () => void;
}

type SavedState = 'kept' | 'pending' | 'refused';

type Save = (what: Unwritten) => void;

interface Held {
  /** The key of the draft, so that input for one record is never used for another. */
  readonly key: string;
  readonly draft: Draft;
  /** The last known version on disk, where another window may write too. */
  readonly disk: Draft;
  readonly kept: SavedState;
  readonly restored: boolean;
}

/** Keeps the draft of a form under its key; `also` is the record's current key. */
export function useDraft(key: string, also = key): DraftState {
  const { held, change, seen } = useHeld(key);
  useLaid(key, also, change);
  const { draft, kept, restored } = held;
  const type = useCallback(
    (path: string, text: string, original: string | null, base: JsonObject) =>
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
    change(() => NO_DRAFT);
    seen();
  }, [change, seen]);
  const discard = () => {
    forget();
    toastAlone(i18next.t('records.draftDiscarded'), () => {
      bringBackDraft(key, draft).catch(tellError);
    });
  };
  const settle = useSettling(key, change, seen);
  const at = isEmpty(draft) ? null : draft.at;
  return { ...draft, at, kept, restored, type, setFiles, forget, discard, settle, seen };
}

type DraftUpdate = (next: (old: Draft) => Draft) => void;

function useHeld(key: string) {
  const [held, setHeld] = useState<Held>(() => nothingHeld(key));
  // A form that is closed in the same moment is not rendered again: the ref holds the current draft
  // without a render.
  const now = useRef(held);
  const put = useCallback((next: (old: Held) => Held) => {
    now.current = next(now.current);
    setHeld(now.current);
  }, []);
  // The key of the form that is shown; null after it was closed.
  const here = useRef<string | null>(null);
  // When the answer arrives, another record may be shown, or the draft may have changed.
  const tell = useCallback(
    ({ draft, disk }: Unwritten, kept: SavedState) => {
      put((old) => (old.key === key ? answered(old, draft, kept) : old));
      if (kept === 'kept') forgetUnkept(key, draft);
      else if (here.current !== key) leaveUnkept(key, { draft, disk });
    },
    [key, put],
  );
  const [onDisk] = useState(() => new OnDisk());
  const save = useSaving(key, tell, onDisk);
  useReading(key, put, save, onDisk);
  useEffect(() => {
    here.current = key;
    return () => {
      here.current = null;
      const mine = heldFor(key, now.current);
      if (mine.kept === 'refused') leaveUnkept(key, mine);
    };
  }, [key]);
  const change: DraftUpdate = useCallback(
    (next) => {
      put((old) => {
        const mine = heldFor(key, old);
        const changed = { ...next(mine.draft), at: Date.now() };
        const draft = isEmpty(changed) ? NO_DRAFT : changed;
        save({ draft, disk: mine.disk });
        // After a failed write the state stays refused until a write succeeds.
        const kept = mine.kept === 'refused' ? 'refused' : 'pending';
        return { ...mine, draft, kept };
      });
    },
    [key, put, save],
  );
  const seen = useCallback(
    () => put((old) => ({ ...heldFor(key, old), restored: false })),
    [key, put],
  );
  return { held: heldFor(key, held), change, seen };
}

/** Reads the draft from disk now, and whenever another window may have written it. */
function useReading(
  key: string,
  put: (next: (old: Held) => Held) => void,
  save: Save,
  onDisk: OnDisk,
): void {
  useEffect(() => {
    let live = true;
    const left = takeUnkept(key);
    if (left !== null) {
      const restored = !isEmpty(left.draft);
      put((old) => ({ ...heldFor(key, old), ...left, kept: 'refused', restored }));
    }
    const take = (found: Draft | null) => {
      if (!live) return;
      put((old) => {
        const mine = heldFor(key, old);
        const next = taken(mine, found ?? NO_DRAFT, save);
        // The form is rendered only if the draft changed.
        return next === mine ? old : next;
      });
    };
    const look = () =>
      readDraft(key).then(
        (found) => {
          if (live) onDisk.answered();
          take(found);
        },
        () => undefined,
      );
    onDisk.begin(look);
    void look();
    const stops = [onDraftNews(() => void look()), onNewConnection(() => void look())];
    return () => {
      live = false;
      for (const stop of stops) stop();
    };
  }, [key, put, save, onDisk]);
}

function taken(mine: Held, disk: Draft, save: Save): Held {
  const draft = mergeDrafts(mine.disk, mine.draft, disk);
  const isNew = !saysTheSame(draft, mine.draft);
  // An answer shows that the disk may accept a write that failed before.
  if (!isNew && mine.kept !== 'refused')
    return saysTheSame(disk, mine.disk) ? mine : { ...mine, disk };
  const next = { ...mine, draft, disk, restored: isNew ? !isEmpty(draft) : mine.restored };
  if (saysTheSame(mine.draft, mine.disk)) return { ...next, kept: 'kept' };
  // Text typed during the read is written together with the draft found on disk.
  save({ draft, disk });
  return { ...next, kept: 'pending' };
}

function answered(old: Held, draft: Draft, kept: SavedState): Held {
  const disk = kept === 'kept' ? draft : old.disk;
  return { ...old, disk, kept: old.draft.at === draft.at ? kept : old.kept };
}

function useSettling(key: string, change: DraftUpdate, seen: () => void): (kept: Settled) => void {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(
    (kept: Settled) => {
      if (!shown.current) {
        // The form was closed during the queueing: the draft written then still holds the queued
        // parts.
        settleUnkept(key, kept);
        void settleDraft(key, kept).catch(() => undefined);
        return;
      }
      change((old) => withoutKept(old, kept));
      seen();
    },
    [key, change, seen],
  );
}

// Input from cells of the list is put into the open form.
function useLaid(key: string, also: string, change: DraftUpdate): void {
  useEffect(() => {
    const ends = [...new Set([key, also])].map((each) => openForm(each, change));
    return () => {
      for (const end of ends) end();
    };
  }, [key, also, change]);
}

function heldFor(key: string, held: Held): Held {
  return held.key === key ? held : nothingHeld(key);
}

function nothingHeld(key: string): Held {
  return { key, draft: NO_DRAFT, disk: NO_DRAFT, kept: 'pending', restored: false };
}

/** Tracks whether the draft on disk was read, and how to read it. */
class OnDisk {
  #isRead = false;
  #look: () => Promise<void> = () => Promise.resolve();

  readonly isRead = (): boolean => this.#isRead;

  begin(look: () => Promise<void>): void {
    this.#isRead = false;
    this.#look = look;
  }

  answered(): void {
    this.#isRead = true;
  }

  /** Merges into a draft that could not be read, instead of overwriting it. */
  async write(key: string, draft: Draft | null): Promise<void> {
    if (this.#isRead) return writeDraft(key, draft);
    const look = this.#look;
    await layOver(key, draft);
    await look();
  }
}

/** Writes the newest draft after a pause, or when the form closes; reports the result. */
function useSaving(
  key: string,
  tell: (what: Unwritten, kept: SavedState) => void,
  onDisk: OnDisk,
): Save {
  const waiting = useRef<{ what: Unwritten; timer: ReturnType<typeof setTimeout> } | null>(null);
  const flush = useCallback(() => {
    const last = waiting.current;
    if (last === null) return;
    clearTimeout(last.timer);
    waiting.current = null;
    const { what } = last;
    void onDisk.write(key, isEmpty(what.draft) ? null : what.draft).then(
      () => tell(what, 'kept'),
      () => tell(what, 'refused'),
    );
  }, [key, tell, onDisk]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return useCallback(
    (what: Unwritten) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { what, timer: setTimeout(flush, PAUSE) };
    },
    [flush],
  );
}
