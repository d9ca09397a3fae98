import os from 'node:os';

/** Returns a path of the managed file with `{user}` and `{home}` of the signed-in person. */
export function withUserFolders(path: string): string {
  return path
    .replaceAll('{user}', () => os.userInfo().username)
    .replaceAll('{home}', () => os.homedir());
}
