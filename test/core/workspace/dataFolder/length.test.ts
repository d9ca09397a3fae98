import { describe, expect, it } from 'vitest';
import { refuseTooLong } from '#core/workspace/dataFolder/length.ts';
import { expecting } from '#contract/expectations/expected.ts';

const ofLength = (length: number) => `C:\\${'a'.repeat(length - 3)}`;

describe('a data folder on Windows', () => {
  it('may be so long that the longest path of a database can still be opened', () => {
    const backup = '\\profiles\\default\\backups\\work-2026-03-02T08-00-00-000Z.db.part-journal';
    const most = 259 - backup.length;
    expect(() => refuseTooLong(ofLength(most), ['default'], 'win32')).not.toThrow();
    expect(() => refuseTooLong(ofLength(most + 1), ['default'], 'win32')).toThrow(
      expect.objectContaining({
        code: 'invalid',
        details: {
          issues: [
            {
              place: 'folder',
              value: ofLength(most + 1),
              ...expecting('folderLength', { count: most }),
            },
          ],
        },
      }),
    );
  });

  it('is shorter where a profile has a long name', () => {
    const folder = ofLength(150);
    expect(() => refuseTooLong(folder, ['default'], 'win32')).not.toThrow();
    expect(() => refuseTooLong(folder, ['default', 'p'.repeat(64)], 'win32')).toThrow(/at most/);
  });

  it.each(['linux', 'darwin'] as const)('may be longer on %s', (system) => {
    expect(() => refuseTooLong(ofLength(400), ['default'], system)).not.toThrow();
  });
});
