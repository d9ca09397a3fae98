import { useState } from 'react';
import { nodeAt, parseNodes } from '#contract/jsonNodes.ts';
import type { Path } from '#contract/jsonNodes.ts';
import { readJson } from '../model/jsonText.ts';

/** The text of a part that is not valid JSON yet. */
interface BrokenPart {
  readonly path: Path;
  readonly typed: string;
}

interface Held {
  /** The text of the field without broken parts. */
  readonly base: string;
  /** The text of the field with them, which cannot be saved. */
  readonly whole: string;
  readonly parts: readonly BrokenPart[];
}

const NONE: readonly BrokenPart[] = [];

/**
 * Keeps parts that are not valid JSON yet in the text of the field, where nothing loses them.
 *
 * The other parts are still shown and edited by the last valid text.
 */
export function useBrokenParts(text: string, onText: (text: string) => void) {
  const [held, setHeld] = useState<Held | null>(null);
  const { base, parts } = held?.whole === text ? held : { base: text, parts: NONE };
  const put = (next: string, left: readonly BrokenPart[]) => {
    const whole = withParts(next, left);
    setHeld(left.length === 0 ? null : { base: next, whole, parts: left });
    onText(whole);
  };
  const isLost = (next: string) => (part: BrokenPart) =>
    literalAt(next, part.path) !== literalAt(base, part.path);
  return {
    /** The text of the field with the last valid text of each part. */
    text: base,
    /** Takes the next valid text. */
    write: (next: string) => {
      const isGone = isLost(next);
      put(
        next,
        parts.filter((part) => !isGone(part)),
      );
    },
    /** Takes the broken text of a part; null removes it. */
    hold: (path: Path, typed: string | null) => {
      const others = parts.filter((part) => !isSame(part.path, path));
      put(base, typed === null ? others : [...others, { path, typed }]);
    },
    brokenAt: (path: Path) => parts.find((part) => isSame(part.path, path))?.typed ?? null,
    /** Returns whether an edit would lose the broken text of a part outside of `path`. */
    losesPart: (next: string, path: Path | null) => {
      const isGone = isLost(next);
      return parts.some((part) => isGone(part) && (path === null || !isSame(part.path, path)));
    },
  };
}

function isSame(a: Path, b: Path): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function literalAt(text: string, path: Path): string | null {
  const node = text.trim() === '' ? null : nodeAt(parseNodes(text), path);
  return node === null ? null : text.slice(node.start, node.end);
}

/** Returns the text with broken parts in it; it is never valid JSON. */
function withParts(text: string, parts: readonly BrokenPart[]): string {
  if (parts.length === 0) return text;
  const whole = joined(text, parts);
  // `[1], "b": 2` is no value, and yet an object with it can be valid.
  return readJson(whole).ok ? `${whole},` : whole;
}

function joined(text: string, parts: readonly BrokenPart[]): string {
  const root = parseNodes(text);
  return parts
    .flatMap(({ path, typed }) => {
      const node = nodeAt(root, path);
      return node === null ? [] : [{ ...node, typed }];
    })
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, typed }) => all.slice(0, start) + typed + all.slice(end), text);
}
