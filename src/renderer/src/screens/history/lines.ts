/** Where the hand is in a list: on a line, and at which place that line stood. */
export interface Hand {
  readonly key: string | null;
  readonly at: number;
}

/** The line that keys go on from: the one in hand wherever it stands now, else what came into its place. */
export function placeOf(rows: readonly { readonly key: string }[], { key, at }: Hand): number {
  const found = rows.findIndex((row) => row.key === key);
  return found >= 0 ? found : Math.max(0, Math.min(at, rows.length - 1));
}
