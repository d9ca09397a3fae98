/**
 * Returns a file name with a subject and the local date.
 *
 * Example: `materials-2026-11-20.csv`.
 */
export function datedName(what: string, ending: string, now: Date = new Date()): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${what}-${day}.${ending}`;
}
