import fs from 'node:fs';
import path from 'node:path';
import type { Issue } from '#contract/errors.ts';
import { equalKeyIssue } from '#contract/equalKey.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { managedSchema, mayTryUndocumented } from '#contract/managed.ts';
import type { Managed, ManagedInfo, Policy } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';
import { openFolder } from './managedFolder.ts';

const NOTHING: Policy = { managed: {}, fault: null };
const LARGEST_BYTES = 64 * 1024;
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns the path of the managed file, which only an administrator can write.
 *
 * On Windows this is the folder of installed programs, not ProgramData, where everyone may create
 * files. No environment variable changes the path, because users may set variables of their own
 * programs.
 */
export function managedPath(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return 'C:\\Program Files\\Cabinet Policy\\managed.json';
  if (platform === 'darwin') return '/Library/Application Support/Cabinet/managed.json';
  return '/etc/cabinet/managed.json';
}

/**
 * The result of examining a managed file; a null `owner` skips the check of its owner, as for a
 * draft.
 */
export interface Examined {
  readonly found: boolean;
  readonly managed: Managed;
  readonly refusal: Refusal | null;
}

/** The reasons why a managed file is not obeyed, by place. */
export interface Refusal {
  readonly reason: NonNullable<Policy['refusal']>['reason'];
  readonly issues: readonly Issue[];
}

/**
 * Reads the managed file; a missing file decides nothing.
 *
 * A file that is unreadable, or that others could have written, decides nothing. Sign-in is then
 * refused until it is corrected (`refuseUnknownPolicy`).
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

/** Returns whether this account can open a file for writing; nothing is written. */
export type CanWrite = (file: string) => boolean;

const opensForWriting: CanWrite = (file) => {
  try {
    fs.closeSync(fs.openSync(file, 'r+'));
    return true;
  } catch {
    return false;
  }
};

/** Examines a managed file and names every fault. */
export function examineManaged(
  file: string,
  owner: number | null,
  platform: NodeJS.Platform = process.platform,
  canWrite: CanWrite = opensForWriting,
): Examined {
  try {
    const open = owner === null || platform === 'win32' ? null : openFolder(file, owner);
    const byFolder = open === null ? null : refuse('mode', [open]);
    // A link without a target is a file that cannot be obeyed, not a missing one. In a writable
    // folder the file may have been removed.
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
    return refuse('unreadable', [{ place: 'the file', value, ...expecting('readable') }]);
  }
}

/** A Windows file that only an administrator can write, wherever Cabinet is installed. */
const ADMINISTRATORS = 'C:\\Windows\\System32\\drivers\\etc\\hosts';

/**
 * Returns a refusal when this Windows account can write the file.
 *
 * Node does not return the owner and the permissions of others on Windows. If this account may
 * write the file, other accounts may too, unless Cabinet runs as an administrator.
 */
function refusedOnWindows(file: string, canWrite: CanWrite): Examined | null {
  if (!canWrite(file) || canWrite(ADMINISTRATORS)) return null;
  const expected = expecting('adminWrites');
  return refuse('mode', [
    { place: 'permissions', value: 'this user may write to it', ...expected },
  ]);
}

function refusedFor(
  stat: fs.Stats,
  owner: number | null,
  platform: NodeJS.Platform,
): Examined | null {
  const isChecked = owner !== null && platform !== 'win32';
  const expected = expecting('adminOnly');
  if (isChecked && stat.uid !== owner)
    return refuse('owner', [{ place: 'owner', value: `user ${stat.uid}`, ...expected }]);
  if (isChecked && (stat.mode & WRITABLE_BY_OTHERS) !== 0)
    return refuse('mode', [
      { place: 'permissions', value: (stat.mode & 0o777).toString(8), ...expected },
    ]);
  // A device has no size and may never end.
  if (!stat.isFile())
    return refuse('unreadable', [
      { place: 'the file', value: 'no plain file', ...expecting('readable') },
    ]);
  if (stat.size <= LARGEST_BYTES) return null;
  const most = `at most ${LARGEST_BYTES} bytes`;
  return refuse('size', [{ place: 'size', value: `${stat.size} bytes`, expected: most }]);
}

/** Returns the parts of the policy that a window needs. */
export function managedInfoOf({ managed, fault }: Policy = NOTHING): ManagedInfo {
  return {
    serviceUrl: managed.service?.url ?? null,
    serviceOnly: managed.service?.only ?? false,
    tryUndocumented: mayTryUndocumented(managed),
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
    return refuse('json', [{ place: 'the file', value, ...expecting('json') }]);
  }
  const twice = equalKeyIssue(text);
  if (twice !== null) return refuse('json', [twice]);
  const parsed = managedSchema.safeParse(content);
  if (!parsed.success) return refuse('content', parsed.error.issues.map(issueOf(content)));
  const { dataFolder, service } = parsed.data;
  const path =
    pathIssue('dataFolder', dataFolder, platform) ??
    pathIssue('service.clientCertificate', service?.clientCertificate, platform);
  if (path !== null) return refuse('content', [path]);
  const { settings, ...others } = parsed.data;
  if (settings === undefined) return { found: true, managed: others, refusal: null };
  const { settleSeconds, ...now } = settings;
  const given = settleSeconds === undefined ? {} : { inFlightWindowSeconds: settleSeconds };
  const managed = { ...others, settings: { ...given, ...now } };
  return { found: true, managed, refusal: null };
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

/** The variables of a path; other text in braces is a typing error. */
const VARIABLES = new Set(['{user}', '{home}']);

function pathIssue(
  place: string,
  folder: string | undefined,
  platform: NodeJS.Platform,
): Issue | null {
  if (folder === undefined) return null;
  const refused = (expected: string): Issue => ({
    place,
    value: JSON.stringify(folder),
    expected,
  });
  const unknown = (folder.match(/\{[^}]*\}?|\}/g) ?? []).find((each) => !VARIABLES.has(each));
  if (unknown !== undefined)
    return refused(`only the variables {user} and {home}; ${unknown} is none`);
  if (/\p{Cc}/v.test(folder)) return refused('a path without control characters');
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
