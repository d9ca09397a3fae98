import { describe, expect, it } from 'vitest';
import { AppError, asAppError, diskFaultOf, invalid } from '#contract/errors.ts';

const fault = (code: string) => Object.assign(new Error('it failed here'), { code });

describe('what the disk says', () => {
  it.each([
    ['SQLITE_FULL', 'disk-full', undefined],
    ['ENOSPC', 'disk-full', undefined],
    ['EDQUOT', 'disk-full', undefined],
    ['SQLITE_CORRUPT', 'damaged', 'restart-mends'],
    ['SQLITE_CORRUPT_INDEX', 'damaged', 'restart-mends'],
    ['SQLITE_NOTADB', 'damaged', 'restart-mends'],
    ['SQLITE_IOERR', 'disk-failed', 'disk-unreadable'],
    ['SQLITE_IOERR_WRITE', 'disk-failed', 'disk-unreadable'],
    ['SQLITE_IOERR_SHORT_READ', 'disk-failed', 'disk-unreadable'],
    ['EIO', 'disk-failed', 'disk-unreadable'],
    ['SQLITE_READONLY', 'disk-failed', 'disk-unwritable'],
    ['SQLITE_READONLY_DBMOVED', 'disk-failed', 'disk-unwritable'],
    ['SQLITE_CANTOPEN_ISDIR', 'disk-failed', 'disk-unwritable'],
    ['EROFS', 'disk-failed', 'disk-unwritable'],
    ['SQLITE_BUSY', 'disk-failed', 'disk-held'],
    ['SQLITE_BUSY_SNAPSHOT', 'disk-failed', 'disk-held'],
  ])('as %s is told as %s, like all of its family', (code, told, why) => {
    const error = asAppError(fault(code));
    expect([error.code, error.details.why?.code]).toEqual([told, why]);
    expect(diskFaultOf(fault(code))).toBe(told);
    expect(diskFaultOf(error)).toBe(told);
  });

  it('stands in the sentence where only that tells what failed', () => {
    const { message } = asAppError(fault('SQLITE_IOERR_WRITE'));
    expect(message).toContain('(SQLITE_IOERR_WRITE: it failed here)');
  });

  it.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_FULLY', 'SQLITE_ERROR', 'ENOSPCX', 'ECONNRESET'])(
    'is not what %s is',
    (code) => {
      expect(asAppError(fault(code)).code).toBe('internal');
      expect(diskFaultOf(fault(code))).toBeNull();
    },
  );

  it('is not what this program refuses by itself', () => {
    expect(diskFaultOf(new AppError('state', 'Not now.'))).toBeNull();
  });
});

describe('an invalid input', () => {
  it('is told without the rest of a place and of a value that have millions of characters', () => {
    const long = 'x'.repeat(1_000_000);
    const error = invalid([{ place: long, value: long, expected: 'a name' }]);
    expect(error.message.length).toBeLessThan(2_100);
    expect(error.details.issues).toMatchObject([{ place: `${'x'.repeat(999)}…` }]);
  });
});
