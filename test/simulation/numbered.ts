import type { Files } from '#core/platform/disk.ts';

/** That of the files of a profile that was never copied. */
export const FIRST_NUMBER = 1n;

/** What a life left lies in another folder for the next one, and is the same file to it unless it is a copy. */
export function numbered(statSync: Files['statSync'], number: bigint): Files['statSync'] {
  const named = (...given: Parameters<Files['statSync']>) => {
    const stat = statSync(...given);
    return typeof stat?.ino === 'bigint' ? Object.assign(stat, { ino: number }) : stat;
  };
  return named as Files['statSync'];
}
