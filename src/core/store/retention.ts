/** One backup: the time of its copy, and whether it precedes an upgrade of the tables. */
export interface KeptBackup {
  readonly name: string;
  readonly time: number;
  readonly isBeforeUpgrade: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The number of newest backups that are always kept. */
const NEWEST = 3;
/** Then the last backup of each of this many hours, days and weeks that have one. */
const PERIODS = [
  [HOUR, 6],
  [DAY, 7],
  [WEEK, 4],
] as const;
/** The number of kept copies from before an upgrade, which are counted separately. */
const BEFORE_UPGRADE = 2;

/**
 * Returns the names of the backups to keep.
 *
 * Many backups within a minute replace each other, but never one of an earlier hour, day or week.
 */
export function kept(backups: readonly KeptBackup[]): ReadonlySet<string> {
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

function nameOf({ name }: KeptBackup): string {
  return name;
}

function lastOfEach(newestFirst: readonly KeptBackup[], length: number): readonly KeptBackup[] {
  const periods = new Set<number>();
  return newestFirst.filter(({ time }) => {
    const period = Math.floor(time / length);
    if (periods.has(period)) return false;
    periods.add(period);
    return true;
  });
}
