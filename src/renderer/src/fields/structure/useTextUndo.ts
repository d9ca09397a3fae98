import { useCallback, useRef } from 'react';
import type { KeyboardEvent } from 'react';

const MOST_STEPS = 200;

interface Steps {
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** The tag of the last edit; null if the next edit begins a new step. */
  readonly tag: string | null;
  /** The text after the last step. A different one came from elsewhere. */
  readonly text: string;
}

/** Undo and redo for a text that is edited in parts. */
export function useTextUndo(text: string, onText: (text: string) => void) {
  const steps = useRef<Steps>({ past: [], future: [], tag: null, text });
  const current = useCallback(() => {
    const now = steps.current;
    return now.text === text ? now : { past: [], future: [], tag: null, text };
  }, [text]);
  const put = useCallback(
    (next: Steps) => {
      steps.current = next;
      onText(next.text);
    },
    [onText],
  );
  /** Edits with the same tag in a row are one step; an edit without a tag is a step of its own. */
  const edit = useCallback(
    (next: string, tag: string | null) => {
      if (next === text) return;
      const now = current();
      const isSame = tag !== null && now.tag === tag;
      const past = isSame ? now.past : [...now.past, text].slice(-MOST_STEPS);
      put({ past, future: [], tag, text: next });
    },
    [text, current, put],
  );
  const endStep = useCallback(() => {
    steps.current = { ...steps.current, tag: null };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    // An input whose text is not written yet takes back its own typing.
    if (isUncommitted(event.target)) return;
    const now = current();
    const isBack = key === 'z' && !event.shiftKey;
    const [from, to] = isBack ? [now.past, now.future] : [now.future, now.past];
    const next = from.at(-1);
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    const [rest, others] = [from.slice(0, -1), [...to, text]];
    const [past, future] = isBack ? [rest, others] : [others, rest];
    put({ past, future, tag: null, text: next });
  };
  return { edit, endStep, onKeyDown };
}

function isUncommitted(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset['uncommitted'] !== undefined;
}
