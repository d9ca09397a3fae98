import { useEffectEvent, useRef, useState } from 'react';
import { LARGE, useEditing } from './editing.ts';
import { cellText, cellValue } from './model/cell.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import type { Shape } from './model/shape.ts';
import { isAction, useCommit } from './useCommit.ts';

const PAUSE = 300;

interface Typed {
  readonly text: string;
  /** The value before, whose type the next text takes. */
  readonly from: JsonNode | null;
  /** The JSON that the text became; null if it removed the value. */
  readonly literal: string | null;
  /** True until the text is written. */
  readonly isPending: boolean;
}

interface CellState {
  readonly text: string;
  /** A text stands where a number or yes and no are usual. */
  readonly isOdd: boolean;
  readonly onText: (text: string) => void;
  /** Writes a text that still waits for the pause. */
  readonly flush: () => void;
}

/**
 * The text of one input inside a JSON text.
 *
 * It stays as typed while its value is the same: `9,` would come back as `9`.
 */
export function useCellText(
  node: JsonNode | null,
  shape: Shape,
  write: (literal: string | null) => void,
): CellState {
  const { text, mark } = useEditing();
  const [typed, setTyped] = useState<Typed | null>(null);
  const literal = node === null ? null : text.slice(node.start, node.end);
  const isOwn = typed !== null && (typed.isPending || isLiteral(typed.literal, literal));
  const shown = isOwn ? typed.text : cellText(text, node, shape, mark);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (typed?.isPending !== true) return;
    setTyped({ ...typed, isPending: false });
    write(typed.literal);
  });
  useCommit({ isPending: typed?.isPending === true, commit: flush, before: isAction });
  const from = isOwn ? typed.from : node;
  const onText = (next: string) => {
    const value = cellValue(next, from, shape, mark);
    const isPending = text.length > LARGE;
    setTyped({ text: next, from, literal: value.literal, isPending });
    clearTimeout(timer.current);
    if (isPending) timer.current = setTimeout(flush, PAUSE);
    else write(value.literal);
  };
  return {
    text: shown,
    isOdd: shown !== '' && cellValue(shown, from, shape, mark).isOdd,
    onText,
    flush,
  };
}

/** Returns whether a written value is still there; an emptied item of a list is null. */
function isLiteral(written: string | null, literal: string | null): boolean {
  return written === literal || (written === null && literal === 'null');
}
