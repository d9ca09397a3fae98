interface Heard<T> {
  /** Null when `work` threw; what it threw is the last of `errors`. */
  readonly result: T | null;
  readonly errors: readonly unknown[];
}

/** Runs `work` and keeps what it tells the console as an error, which some readers do with places. */
export function heard<T>(work: () => T): Heard<T> {
  const holder: { error: (...said: unknown[]) => void } = console;
  const own = holder.error;
  const errors: unknown[] = [];
  holder.error = (...said: unknown[]) => void errors.push(...said);
  try {
    return { result: work(), errors };
  } catch (thrown) {
    return { result: null, errors: [...errors, thrown] };
  } finally {
    holder.error = own;
  }
}
