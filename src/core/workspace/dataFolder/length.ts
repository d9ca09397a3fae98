import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';

/** The longest path that SQLite opens on Windows; Node itself accepts longer ones. */
const LONGEST = 259;
/** The longest database name inside a profile folder, with SQLite's side file. */
const DEEPEST = 'backups\\work-2026-03-02T08-00-00-000Z.db.part-journal';

/**
 * Throws `invalid` for a data folder whose database paths are too long for Windows.
 *
 * Otherwise only the first backup would fail, months after the first change.
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
  const expected = expecting('folderLength', { count: most });
  throw invalid([{ place: 'folder', value: dataDir, ...expected }]);
}
