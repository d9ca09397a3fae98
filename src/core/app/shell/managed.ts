import fs from 'node:fs';
import path from 'node:path';
import type { Issue } from '#contract/errors.ts';
import { managedSchema } from '#contract/managed.ts';
import type { Managed, ManagedInfo, Policy } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';
import { equalKey } from './equalKey.ts';
import { openFolder } from './managedFolder.ts';

const NOTHING: Policy = { managed: {}, fault: null };
const LARGEST_BYTES = 64 * 1024;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns where the managed file lies: in a folder that only an administrator can write to.
 *
 * On Windows that is not ProgramData, in which everybody may create files, but the folder of installed programs. No
 * variable of the environment moves it: each user may set those of their own programs.
 */
export function managedPath(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return 'C:\\Program Files\\Cabinet Policy\\managed.json';
  if (platform === 'darwin') return '/Library/Application Support/Cabinet/managed.json';
  return '/etc/cabinet/managed.json';
}

/** What a look at a managed file found; `owner` null leaves out who owns it, as for a draft. */
export interface Examined {
  readonly found: boolean;
  readonly managed: Managed;
  readonly refusal: Refusal | null;
}

/** Why a managed file cannot be obeyed, place by place. */
export interface Refusal {
  readonly reason: NonNullable<Policy['refusal']>['reason'];
  readonly issues: readonly Issue[];
}

/**
 * Reads the managed file; none means that nothing was decided.
 *
 * One that cannot be read, or that somebody else could have written, decides nothing, and
 * nobody signs in until it is corrected (`refuseUnknownPolicy`).
 */
export function readManaged(file: string = managedPath(), owner = 0): Policy {
  const { managed, refusal } = examineManaged(file, owner);
  if (refusal === null) return { managed, fault: null };
  const { reason, issues } = refusal;
  const sentences = issues.map(
    ({ place, value, expected }) => `${place}: ${value}, expected ${expected}`,
  );
  const places = reason === 'content' ? issues.map(({ place }) => place) : [];
  return {
    managed: {},
    fault: `${file} was not obeyed: ${sentences.join('; ')}`,
    refusal: { reason, places },
  };
}

/** Tells whether this account can open a file for writing; nothing is written. */
export type CanWrite = (file: string) => boolean;

const opensForWriting: CanWrite = (file) => {
  try {
    fs.closeSync(fs.openSync(file, 'r+'));
    return true;
  } catch {
    return false;
  }
};

/** Looks at a managed file and names every place at fault. */
export function examineManaged(
  file: string,
  owner: number | null,
  platform: NodeJS.Platform = process.platform,
  canWrite: CanWrite = opensForWriting,
): Examined {
  try {
    const open = owner === null || platform === 'win32' ? null : openFolder(file, owner);
    const byFolder = open === null ? null : refuse('mode', [open]);
    // A link to nothing is a file that cannot be obeyed, not a missing one. From an open folder it may have been removed.
    if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined)
      return byFolder ?? { found: false, managed: {}, refusal: null };
    const isWindows = platform === 'win32' && owner !== null;
    const refusal =
      refusedFor(fs.statSync(file), owner, platform) ??
      byFolder ??
      (isWindows ? refusedOnWindows(file, canWrite) : null);
    return refusal ?? parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), platform);
  } catch (error) {
    const value = error instanceof Error ? error.message : String(error);
    return refuse('unreadable', [
      { place: 'the file', value, expected: 'a file that everybody may read' },
    ]);
  }
}

/** A file of Windows that only an administrator can write to, wherever Cabinet is installed. */
const ADMINISTRATORS = 'C:\\Windows\\System32\\drivers\\etc\\hosts';

/**
 * Windows tells Node no owner and no permissions of others. What can be asked is whether this account may write to the
 * file: then others may as well, unless Cabinet was started as an administrator.
 */
function refusedOnWindows(file: string, canWrite: CanWrite): Examined | null {
  if (!canWrite(file) || canWrite(ADMINISTRATORS)) return null;
  const expected = 'nobody but an administrator may write to it';
  return refuse('mode', [{ place: 'permissions', value: 'this user may write to it', expected }]);
}

function refusedFor(
  stat: fs.Stats,
  owner: number | null,
  platform: NodeJS.Platform,
): Examined | null {
  const isChecked = owner !== null && platform !== 'win32';
  const expected = 'it must belong to the administrator, and nobody else may write to it';
  if (isChecked && stat.uid !== owner)
    return refuse('owner', [{ place: 'owner', value: `user ${stat.uid}`, expected }]);
  if (isChecked && (stat.mode & WRITABLE_BY_OTHERS) !== 0)
    return refuse('mode', [
      { place: 'permissions', value: (stat.mode & 0o777).toString(8), expected },
    ]);
  if (stat.size <= LARGEST_BYTES) return null;
  const most = `at most ${LARGEST_BYTES} bytes`;
  return refuse('size', [{ place: 'size', value: `${stat.size} bytes`, expected: most }]);
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

function parse(text: string, platform: NodeJS.Platform): Examined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const value = error instanceof Error ? error.message : String(error);
    return refuse('json', [{ place: 'the file', value, expected: 'valid JSON' }]);
  }
  const place = equalKey(text);
  if (place !== null)
    return refuse('json', [{ place, value: 'written twice', expected: 'each name once' }]);
  const parsed = managedSchema.safeParse(content);
  if (!parsed.success) return refuse('content', parsed.error.issues.map(issueOf(content)));
  const folder = folderIssue(parsed.data.dataFolder, platform);
  if (folder !== null) return refuse('content', [folder]);
  return { found: true, managed: parsed.data, refusal: null };
}

const anObject = z.record(z.string(), z.unknown());

function issueOf(content: unknown): (issue: z.core.$ZodIssue) => Issue {
  return ({ path: place, message }) => {
    const value = place.reduce<unknown>(
      (inner, key) => anObject.safeParse(inner).data?.[String(key)],
      content,
    );
    return {
      place: place.join('.') || 'the whole file',
      value: value === undefined ? 'missing' : JSON.stringify(value),
      expected: message,
    };
  };
}

/** The variables of `dataFolder`; anything else in braces is a typing error, not a folder of that name. */
const VARIABLES = new Set(['{user}', '{home}']);

function folderIssue(folder: string | undefined, platform: NodeJS.Platform): Issue | null {
  if (folder === undefined) return null;
  const refused = (expected: string): Issue => ({
    place: 'dataFolder',
    value: JSON.stringify(folder),
    expected,
  });
  const unknown = (folder.match(/\{[^}]*\}?|\}/g) ?? []).find((each) => !VARIABLES.has(each));
  if (unknown !== undefined)
    return refused(`only the variables {user} and {home}; ${unknown} is none`);
  if (folder.lastIndexOf('{home}') > 0) return refused('{home} at the beginning alone');
  const paths = platform === 'win32' ? path.win32 : path.posix;
  if (folder.startsWith('{home}') || paths.isAbsolute(folder)) return null;
  return refused(
    `an absolute path of this system, such as ${EXAMPLES[platform] ?? '/srv/cabinet'}`,
  );
}

const EXAMPLES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'D:\\Cabinet\\{user}',
};

function refuse(reason: Refusal['reason'], issues: readonly Issue[]): Examined {
  return { found: true, managed: {}, refusal: { reason, issues } };
}
