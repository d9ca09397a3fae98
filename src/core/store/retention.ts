/** One backup: when its work was copied, and whether that was before an upgrade of its tables. */
export interface Kept {
  readonly name: string;
  readonly time: number;
  readonly isBeforeUpgrade: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The newest backups, whenever they were made. */
const NEWEST = 3;
/** Then the last backup of each of so many hours, days and weeks in which there is one. */
const PERIODS = [
  [HOUR, 6],
  [DAY, 7],
  [WEEK, 4],
] as const;
/** Copies from before an upgrade of the tables are counted apart. */
const BEFORE_UPGRADE = 2;

/**
 * Returns the names of the backups that are kept, of all that there are.
 *
 * Many changes within a minute replace each other, and never a backup of an earlier hour, day or week.
 */
export function kept(backups: readonly Kept[]): ReadonlySet<string> {
  const newestFirst = backups.toSorted((a, b) => b.time - a.time);
  const earlier = newestFirst.filter((each) => each.isBeforeUpgrade);
  const regular = newestFirst.filter((each) => !each.isBeforeUpgrade);
  const names = new Set(
    [...earlier.slice(0, BEFORE_UPGRADE), ...regular.slice(0, NEWEST)].map(nameOf),
  );
  for (const [length, count] of PERIODS)
    for (const each of lastOfEach(regular, length).slice(0, count)) names.add(each.name);
  return names;
}

function nameOf({ name }: Kept): string {
  return name;
}

function lastOfEach(newestFirst: readonly Kept[], length: number): readonly Kept[] {
  const periods = new Set<number>();
  return newestFirst.filter(({ time }) => {
    const period = Math.floor(time / length);
    if (periods.has(period)) return false;
    periods.add(period);
    return true;
  });
}
