import type { Files } from '#core/platform/disk.ts';

/** That of the files of a profile that was never copied. */
export const FIRST_NUMBER = 1n;

/**
 * Gives files of the next life the same file numbers, unless a file is a copy.
 *
 * Each life leaves its files in another folder for the next one.
 */
export function numbered(statSync: Files['statSync'], number: bigint): Files['statSync'] {
  const named = (...given: Parameters<Files['statSync']>) => {
    const stat = statSync(...given);
    return typeof stat?.ino === 'bigint' ? Object.assign(stat, { ino: number }) : stat;
  };
  return named as Files['statSync'];
}
