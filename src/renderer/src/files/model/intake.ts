import { contentOf, extensionOf, isCompanion } from '#contract/files/types.ts';
import type { AppError } from '#contract/errors.ts';
import type { Assignment, Candidate, FileMatch } from '#contract/files/match.ts';
import { fieldsFor } from '#contract/files/rules.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { firstReadable } from '../../ui/readable.ts';
import { allowedFor } from './allowed.ts';

/** A record that files can go to, as a person knows it. */
export interface Target {
  readonly kind: Kind;
  readonly record: string;
  readonly key: string | null;
  readonly title: string;
}

/** Where one file goes, and who said so. */
export interface Choice {
  readonly target: Target | null;
  readonly by: 'code' | 'name' | 'folder' | 'place' | 'person';
  /** How it goes there; left open where only the record is known. */
  readonly as: 'add' | 'replace' | null;
  /** The path or the copy whose place it takes; the first one where it is left out. */
  readonly instead?: string | undefined;
  /** The person wants nothing done with it. */
  readonly out: boolean;
}

/** How far the copy of a file is; once it is kept the original may go. */
export type Copy =
  | { readonly state: 'waiting' }
  | { readonly state: 'copying'; readonly done: number }
  | { readonly state: 'kept'; readonly staged: string; readonly sha256: string }
  | { readonly state: 'failed'; readonly error: AppError };

/** Why a file cannot go anywhere, whatever it holds. */
export interface Unfit {
  readonly why: 'type' | 'empty' | 'noFiles';
  readonly extension: string;
  readonly allowed: readonly string[];
}

/** One file of an intake. */
export interface GivenFile {
  readonly id: string;
  readonly name: string;
  /** The folders it lay in, parted by `/`; empty for a file by itself. */
  readonly folder: string;
  readonly size: number;
  readonly copy: Copy;
  readonly unfit: Unfit | null;
  readonly match: FileMatch | null;
  readonly choice: Choice | null;
  /** Why the core would not queue it. */
  readonly refused: AppError | null;
}

/**
 * `reading`: names are being matched; `open`: a person looks and decides; `direct`: all is known, and
 * queued as soon as the last copy is made; `queueing`; `queued`, with files left over.
 */
export type Phase = 'reading' | 'open' | 'direct' | 'queueing' | 'queued';

/** Files given together, on their way to records. */
export interface Intake {
  readonly id: string;
  /** Null where records of every kind are looked for. */
  readonly kind: Kind | null;
  /** The record they were dropped on, where it was one. */
  readonly place: Target | null;
  readonly phase: Phase;
  /** The name of the group in the outbox. */
  readonly name: string;
  readonly files: readonly GivenFile[];
  /** Names in folders that could not be read. */
  readonly unreadable: readonly string[];
  readonly cut: boolean;
  readonly error: AppError | null;
}

/** Where a file stands in the eyes of a person; the first that fits. */
export type Standing =
  'refused' | 'companion' | 'out' | 'ask' | 'crowded' | 'failed' | 'copying' | 'ready';

/** One file with everything that is shown of it. */
export interface Line {
  readonly file: GivenFile;
  readonly standing: Standing;
  readonly target: Target | null;
  readonly candidates: readonly Candidate[];
  /** The field it goes to; null without a record, or where the record has no place for it. */
  readonly field: string | null;
}

/** Why a file can go to no record of a kind, or of any; null when it can. */
export function unfitOf(kind: Kind | null, name: string, size: number): Unfit | null {
  const allowed = allowedFor(kind);
  const extension = extensionOf(name);
  if (allowed.length === 0) return { why: 'noFiles', extension, allowed };
  // A texture or a material list of a model given with it is shown, and never sent.
  const shown = isCompanion(name) && allowed.some((each) => contentOf(each) === 'model');
  if (!allowed.includes(extension)) return shown ? null : { why: 'type', extension, allowed };
  return size === 0 ? { why: 'empty', extension, allowed } : null;
}

/** Every file of an intake as it stands now, in the order in which they were given. */
export function linesOf({ files, kind }: Intake): readonly Line[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const target = file.choice?.target ?? null;
    const field = target === null ? null : fieldOf(target.kind, file.name);
    const candidates = file.match?.candidates ?? [];
    return { file, target, field, candidates, standing: standingOf(file, kind, field, taken) };
  });
}

function standingOf(
  file: GivenFile,
  kind: Kind | null,
  field: string | null,
  taken: Set<string>,
): Standing {
  const { unfit, choice, copy, refused } = file;
  if (unfit !== null) return 'refused';
  if (!allowedFor(kind).includes(extensionOf(file.name))) return 'companion';
  if (choice?.out === true) return 'out';
  const target = choice?.target ?? null;
  if (target === null || field === null) return 'ask';
  if (resourceOf(target.kind).fields[field]?.type === 'file') {
    // Only one file has room there: the first given has it until the person says otherwise.
    const place = `${target.kind} ${target.record} ${field}`;
    if (taken.has(place)) return 'crowded';
    taken.add(place);
  }
  if (copy.state === 'failed' || refused !== null) return 'failed';
  return copy.state === 'kept' ? 'ready' : 'copying';
}

/** Whether a file belongs to models and could not be copied: they are shown without it. */
export function isLost({ file, standing }: Pick<Line, 'file' | 'standing'>): boolean {
  return standing === 'companion' && file.copy.state === 'failed';
}

/** The field of a kind that a file of this name goes to; null where there is none. */
export function fieldOf(kind: Kind, name: string): string | null {
  const [field] = fieldsFor(resourceOf(kind), name);
  return field !== undefined && allowedFor(kind).includes(extensionOf(name)) ? field : null;
}

/** An intake added up. */
export interface Totals {
  readonly count: Readonly<Record<Standing, number>>;
  /** Bytes of the files that are wanted, and how many of them are copied. */
  readonly bytes: number;
  readonly copied: number;
  /** What belongs to models and is still being copied: queued now, they would be without it. */
  readonly joining: number;
}

/** Adds lines up. */
export function totalsOf(lines: readonly Line[]): Totals {
  const count: Record<Standing, number> = {
    refused: 0,
    companion: 0,
    out: 0,
    ask: 0,
    crowded: 0,
    failed: 0,
    copying: 0,
    ready: 0,
  };
  let [bytes, copied, joining] = [0, 0, 0];
  for (const { file, standing } of lines) {
    count[standing] += 1;
    if (standing === 'refused' || standing === 'out') continue;
    bytes += file.size;
    copied += copiedOf(file);
    if (standing === 'companion' && isUnderWay(file)) joining += 1;
  }
  return { count, bytes, copied, joining };
}

/** Whether the copy of a file waits or is being made. */
export function isUnderWay({ copy: { state } }: Pick<GivenFile, 'copy'>): boolean {
  return state === 'waiting' || state === 'copying';
}

/** How many bytes of a file are copied. */
export function copiedOf({ copy, size }: Pick<GivenFile, 'copy' | 'size'>): number {
  if (copy.state === 'kept') return size;
  return copy.state === 'copying' ? Math.min(copy.done, size) : 0;
}

/** What will be queued: every file that is copied and has its place, by the id of its line. */
export function assignmentsOf(lines: readonly Line[]): ReadonlyMap<string, Assignment> {
  const replaced = new Set<string>();
  const result = new Map<string, Assignment>();
  for (const { file, standing, target, field } of lines) {
    if (standing !== 'ready' || file.copy.state !== 'kept') continue;
    if (target === null || field === null) continue;
    const { kind, record } = target;
    const place = `${kind} ${record} ${field}`;
    const wanted = file.choice?.as ?? defaultAs(kind, field);
    // One picture takes the place of the first; the others given with it join behind.
    const as = wanted === 'replace' && replaced.has(place) ? 'add' : wanted;
    if (as === 'replace') replaced.add(place);
    const instead = as === 'replace' ? file.choice?.instead : undefined;
    const where = { file: file.copy.staged, kind, record, field, as };
    result.set(file.id, instead === undefined ? where : { ...where, instead });
  }
  return result;
}

/** How a file goes to a field where nobody said it: a single file takes the place, others join. */
export function defaultAs(kind: Kind, field: string): 'add' | 'replace' {
  return resourceOf(kind).fields[field]?.type === 'file' ? 'replace' : 'add';
}

/** What a match proposes, as a person would say it; null where a person must. */
export function proposalOf({ outcome, candidates }: FileMatch): Choice | null {
  const [first] = candidates;
  if (outcome !== 'one' || first === undefined || first.confidence === 'weak') return null;
  const { kind, record, key, title, by, as } = first;
  return { target: { kind, record, key, title }, by, as, out: false };
}

/** Whether files dropped on a row are all that record's: no name among them is surely another's. */
export function belongsTo(place: Target, matches: readonly FileMatch[]): boolean {
  return matches.every((match) => {
    const target = proposalOf(match)?.target ?? null;
    return target === null || target.record === place.record;
  });
}

/** What a person calls a record. */
export function labelOf({ key, title, record }: Target): string {
  return firstReadable(key, title) ?? record;
}

/** What a file is to a person. */
export type Look = 'picture' | 'model' | 'opaque' | 'companion' | 'other';

/** What a file is by its name. */
export function lookOf(name: string): Look {
  if (extensionOf(name) === '.e3d') return 'opaque';
  return contentOf(name) ?? (isCompanion(name) ? 'companion' : 'other');
}
