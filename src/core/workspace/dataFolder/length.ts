import { invalid } from '#contract/errors.ts';

/** The longest path that SQLite opens on Windows; Node itself takes longer ones. */
const LONGEST = 259;
/** The longest name of a database inside the folder of a profile, with the file that SQLite makes beside it. */
const DEEPEST = 'backups\\work-2026-03-02T08-00-00-000Z.db.part-journal';

/**
 * Throws `invalid` for a data folder whose databases Windows could not open: their paths would be too long. Found out
 * at the first backup, that would be months after the first change.
 */
export function refuseTooLong(
  dataDir: string,
  profiles: readonly string[],
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') return;
  const inner = Math.max(...profiles.map((name) => `\\profiles\\${name}\\${DEEPEST}`.length));
  const most = LONGEST - inner;
  if (dataDir.length <= most) return;
  const expected = `a folder whose path has at most ${most} characters, as Windows asks for`;
  throw invalid([{ place: 'folder', value: dataDir, expected }]);
}
