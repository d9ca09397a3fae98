interface Heard<T> {
  /** Null when `work` threw; the error is the last of `errors`. */
  readonly result: T | null;
  readonly errors: readonly unknown[];
}

/**
 * Runs `work` and collects its console errors.
 *
 * Some loaders report positions only there.
 */
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
