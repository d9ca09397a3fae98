import { contentOf, extensionOf, isCompanion } from '#contract/files/types.ts';
import type { AppError } from '#contract/errors.ts';
import type { Assignment, Candidate, FileMatch } from '#contract/files/match.ts';
import { fieldsFor } from '#contract/files/rules.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { firstReadable } from '../../ui/readable.ts';
import { allowedFor } from './allowed.ts';

/** A record that files can go to, with its displayed code and title. */
export interface FileTarget {
  readonly kind: Kind;
  readonly record: string;
  readonly key: string | null;
  readonly title: string;
}

/** The target of one file and the origin of that choice. */
export interface Choice {
  readonly target: FileTarget | null;
  readonly by: 'code' | 'name' | 'folder' | 'place' | 'person';
  /** How the file is added; null when only the record is known. */
  readonly as: 'add' | 'replace' | null;
  /** The path or staged file to replace; the first one when absent. */
  readonly instead?: string | undefined;
  /** The user left this file out. */
  readonly out: boolean;
}

/**
 * Progress of staging a file.
 *
 * Once `kept`, the original may be deleted.
 */
export type Copy =
  | { readonly state: 'waiting' }
  | { readonly state: 'copying'; readonly done: number }
  | { readonly state: 'kept'; readonly staged: string; readonly sha256: string }
  | { readonly state: 'failed'; readonly error: AppError };

/** Why a file can go to no record, independent of its content. */
export interface Unfit {
  readonly why: 'type' | 'empty' | 'noFiles';
  readonly extension: string;
  readonly allowed: readonly string[];
}

/** A file of an intake. */
export interface GivenFile {
  readonly id: string;
  readonly name: string;
  /** The parent folders, separated by `/`; empty for a file given alone. */
  readonly folder: string;
  readonly size: number;
  readonly copy: Copy;
  readonly unfit: Unfit | null;
  readonly match: FileMatch | null;
  readonly choice: Choice | null;
  /** Why the core refused to queue it. */
  readonly refused: AppError | null;
}

/**
 * Phase of an intake.
 *
 * `reading`: names are being matched. `open`: the user decides. `direct`: all is known and is
 * queued after the last copy. `queueing`: being queued. `queued`: done, with files left over.
 */
export type Phase = 'reading' | 'open' | 'direct' | 'queueing' | 'queued';

/** Files that were given together, on their way to records. */
export interface Intake {
  readonly id: string;
  /** Null when records of every kind are searched. */
  readonly kind: Kind | null;
  /** The record that the files were dropped on; null for a list. */
  readonly place: FileTarget | null;
  readonly phase: Phase;
  /** The name of the group in the outbox. */
  readonly name: string;
  readonly files: readonly GivenFile[];
  /** Names in folders that could not be read. */
  readonly unreadable: readonly string[];
  readonly cut: boolean;
  readonly error: AppError | null;
}

/**
 * The state of a file as shown to the user.
 *
 * `standingOf` returns the first that applies.
 */
export type Standing =
  'refused' | 'companion' | 'out' | 'ask' | 'crowded' | 'failed' | 'copying' | 'ready';

/** A file with everything that its row shows. */
export interface Line {
  readonly file: GivenFile;
  readonly standing: Standing;
  readonly target: FileTarget | null;
  readonly candidates: readonly Candidate[];
  /** The field it goes to; null without a record or without a suitable field. */
  readonly field: string | null;
}

/**
 * Returns why no record of a kind takes a file; null when one does.
 *
 * A null kind means any kind.
 */
export function unfitOf(kind: Kind | null, name: string, size: number): Unfit | null {
  const allowed = allowedFor(kind);
  const extension = extensionOf(name);
  if (allowed.length === 0) return { why: 'noFiles', extension, allowed };
  // Textures and material lists of a model are shown but never sent.
  const shown = isCompanion(name) && allowed.some((each) => contentOf(each) === 'model');
  if (!allowed.includes(extension)) return shown ? null : { why: 'type', extension, allowed };
  return size === 0 ? { why: 'empty', extension, allowed } : null;
}

/** Returns the lines of an intake in the order given. */
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
    // The field takes one file: the first one given, until the user decides otherwise.
    const place = `${target.kind} ${target.record} ${field}`;
    if (taken.has(place)) return 'crowded';
    taken.add(place);
  }
  if (copy.state === 'failed' || refused !== null) return 'failed';
  return copy.state === 'kept' ? 'ready' : 'copying';
}

/**
 * Returns whether a companion of a model failed to copy.
 *
 * The model is then shown without it.
 */
export function isLost({ file, standing }: Pick<Line, 'file' | 'standing'>): boolean {
  return standing === 'companion' && file.copy.state === 'failed';
}

/** Returns the field of a kind that takes a file of this name; null if none. */
export function fieldOf(kind: Kind, name: string): string | null {
  const [field] = fieldsFor(resourceOf(kind), name);
  return field !== undefined && allowedFor(kind).includes(extensionOf(name)) ? field : null;
}

/** Totals of an intake. */
export interface Totals {
  readonly count: Readonly<Record<Standing, number>>;
  /** Bytes of the wanted files, and the part already copied. */
  readonly bytes: number;
  readonly copied: number;
  /**
   * Companions of models that are still being copied.
   *
   * Queueing waits for them, or the models would lack them.
   */
  readonly joining: number;
}

/** Returns the totals of lines. */
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

/** Returns whether the copy of a file waits or runs. */
export function isUnderWay({ copy: { state } }: Pick<GivenFile, 'copy'>): boolean {
  return state === 'waiting' || state === 'copying';
}

/** Returns the copied bytes of a file. */
export function copiedOf({ copy, size }: Pick<GivenFile, 'copy' | 'size'>): number {
  if (copy.state === 'kept') return size;
  return copy.state === 'copying' ? Math.min(copy.done, size) : 0;
}

/** Returns the files to queue, by line id: those that are copied and have a field. */
export function assignmentsOf(lines: readonly Line[]): ReadonlyMap<string, Assignment> {
  const replaced = new Set<string>();
  const result = new Map<string, Assignment>();
  for (const { file, standing, target, field } of lines) {
    if (standing !== 'ready' || file.copy.state !== 'kept') continue;
    if (target === null || field === null) continue;
    const { kind, record } = target;
    const place = `${kind} ${record} ${field}`;
    const wanted = file.choice?.as ?? defaultAs(kind, field);
    // The first picture replaces; the others given with it are added.
    const as = wanted === 'replace' && replaced.has(place) ? 'add' : wanted;
    if (as === 'replace') replaced.add(place);
    const instead = as === 'replace' ? file.choice?.instead : undefined;
    const where = { file: file.copy.staged, kind, record, field, as };
    result.set(file.id, instead === undefined ? where : { ...where, instead });
  }
  return result;
}

/**
 * Returns how a file is added by default.
 *
 * A single-file field is replaced; a list gets one more.
 */
export function defaultAs(kind: Kind, field: string): 'add' | 'replace' {
  return resourceOf(kind).fields[field]?.type === 'file' ? 'replace' : 'add';
}

/** Returns the choice that a match proposes; null when the user must choose. */
export function proposalOf({ outcome, candidates }: FileMatch): Choice | null {
  const [first] = candidates;
  if (outcome !== 'one' || first === undefined || first.confidence === 'weak') return null;
  const { kind, record, key, title, by, as } = first;
  return { target: { kind, record, key, title }, by, as, out: false };
}

/**
 * Returns whether files dropped on a row all belong to that record.
 *
 * False when a name clearly matches another record.
 */
export function belongsTo(place: FileTarget, matches: readonly FileMatch[]): boolean {
  return matches.every((match) => {
    const target = proposalOf(match)?.target ?? null;
    return target === null || target.record === place.record;
  });
}

/** Returns the displayed name of a record. */
export function labelOf({ key, title, record }: FileTarget): string {
  return firstReadable(key, title) ?? record;
}

/** The type of a file as shown to the user. */
export type Look = 'picture' | 'model' | 'opaque' | 'companion' | 'other';

/** Returns the type of a file by its name. */
export function lookOf(name: string): Look {
  if (extensionOf(name) === '.e3d') return 'opaque';
  return contentOf(name) ?? (isCompanion(name) ? 'companion' : 'other');
}
