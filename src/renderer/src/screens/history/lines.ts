/** The active line of a list: its key, and its last index. */
export interface Hand {
  readonly key: string | null;
  readonly at: number;
}

/** Returns the index of the active line; if it is gone, the line now in its place. */
export function placeOf(rows: readonly { readonly key: string }[], { key, at }: Hand): number {
  const found = rows.findIndex((row) => row.key === key);
  return found >= 0 ? found : Math.max(0, Math.min(at, rows.length - 1));
}
