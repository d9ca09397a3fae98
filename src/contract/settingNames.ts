import type { Settings } from './procedures.ts';

/** Earlier names of settings, which are still read: in profiles, managed files and the terminal. */
const EARLIER_NAMES: ReadonlyMap<string, keyof Settings> = new Map([
  ['settleSeconds', 'inFlightWindowSeconds'],
]);

/** Returns the name that a setting has now. */
export function currentName(name: string): string {
  return EARLIER_NAMES.get(name) ?? name;
}

/** Returns settings under their names of now; a value under its new name wins. */
export function withCurrentNames<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  const earlier = Object.entries(values).filter(([name]) => EARLIER_NAMES.has(name));
  const renamed = earlier.map(([name, value]) => [currentName(name), value] as const);
  const others = Object.entries(values).filter(([name]) => !EARLIER_NAMES.has(name));
  return Object.fromEntries([...renamed, ...others]);
}

/** Returns settings under their names of now and the earlier ones, for scripts that read those. */
export function withEarlierNames(values: Partial<Settings>): Record<string, unknown> {
  const earlier = [...EARLIER_NAMES].flatMap(([name, now]) =>
    values[now] === undefined ? [] : [[name, values[now]] as const],
  );
  return { ...values, ...Object.fromEntries(earlier) };
}
