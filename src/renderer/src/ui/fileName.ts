import { plainFileName } from '#contract/files/fileName.ts';

/** A name that every system takes for a file, from what a person called a thing. */
export function fileNameOf(name: string, instead: string, extension: string): string {
  const bare = plainFileName(name.replaceAll(/[\\/:*?"<>|]/g, '-'));
  return `${bare === '' ? instead : bare}.${extension}`;
}
