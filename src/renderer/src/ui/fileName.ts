import { plainFileName } from '#contract/files/fileName.ts';

/** Returns a file name that every system allows, made from a title. */
export function fileNameOf(name: string, instead: string, extension: string): string {
  const bare = plainFileName(name.replaceAll(/[\\/:*?"<>|]/g, '-'));
  return `${bare === '' ? instead : bare}.${extension}`;
}
