import fs from 'node:fs';
import path from 'node:path';
import { managedSchema } from '#contract/managed.ts';
import type { ManagedInfo, Policy } from '#contract/managed.ts';

const NOTHING: Policy = { managed: {}, fault: null };
const LARGEST_BYTES = 64 * 1024;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Where the file lies: in a folder that only an administrator can write to. On Windows that is not
 * ProgramData, in which everybody may create files, but beside the installed programs.
 */
export function managedPath(
  platform: NodeJS.Platform = process.platform,
  programFiles = process.env['ProgramW6432'] ?? process.env['ProgramFiles'],
): string {
  if (platform === 'win32')
    return path.win32.join(programFiles ?? 'C:\\Program Files', 'Cabinet Policy', 'managed.json');
  if (platform === 'darwin') return '/Library/Application Support/Cabinet/managed.json';
  return '/etc/cabinet/managed.json';
}

/**
 * Reads the file; none means that nothing was decided. One that cannot be read, or that somebody
 * else could have written, decides nothing and says why.
 */
export function readManaged(file: string = managedPath(), owner = 0): Policy {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return NOTHING;
    if (process.platform !== 'win32' && isForeign(stat, owner))
      return refuse(file, 'it must belong to the administrator, and nobody else may write to it');
    if (stat.size > LARGEST_BYTES) return refuse(file, `it is larger than ${LARGEST_BYTES} bytes`);
    return parse(file, fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(file, String(error));
  }
}

/** What a window has to know of it. */
export function managedInfoOf({ managed, fault }: Policy = NOTHING): ManagedInfo {
  return {
    serviceUrl: managed.service?.url ?? null,
    serviceOnly: managed.service?.only ?? false,
    settings: Object.keys(managed.settings ?? {}),
    fault,
  };
}

function isForeign(stat: fs.Stats, owner: number): boolean {
  return stat.uid !== owner || (stat.mode & WRITABLE_BY_OTHERS) !== 0;
}

function parse(file: string, text: string): Policy {
  const parsed = managedSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
  if (parsed.success) return { managed: parsed.data, fault: null };
  const places = parsed.error.issues.map(
    ({ path: place, message }) => `${place.join('.') || 'the whole'}: ${message}`,
  );
  return refuse(file, places.join('; '));
}

function refuse(file: string, why: string): Policy {
  return { managed: {}, fault: `${file} was not obeyed: ${why}` };
}
