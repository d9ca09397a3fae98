import type { Kind } from '#contract/resources/resource.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';
import type { FileTarget } from '../model/intake.ts';

type Take = (files: readonly DraftFile[]) => void;

/** The id of a record that is still being created. */
const NEW = '';
const open = new Map<Kind, Take>();
/** Records created in this window, by kind and in order. */
const made = new Map<Kind, readonly FileTarget[]>();

/** Returns the new record of a kind as a target for files. */
export function creationTarget(kind: Kind, title: string): FileTarget {
  return { kind, record: NEW, key: null, title };
}

/** Returns whether the files are for a record that is being created. */
export function isCreation({ record }: Pick<FileTarget, 'record'>): boolean {
  return record === NEW;
}

/**
 * Notes that the record of the open creation was created.
 *
 * The next creation of its kind is a different record.
 */
export function noteMade(record: FileTarget): void {
  made.set(record.kind, [...madeOf(record.kind), record]);
}

/**
 * Follows the creation of a kind.
 *
 * Returns a function that gives the created record, null until it exists.
 */
export function followCreation(kind: Kind): () => FileTarget | null {
  const before = madeOf(kind).length;
  return () => madeOf(kind)[before] ?? null;
}

function madeOf(kind: Kind): readonly FileTarget[] {
  return made.get(kind) ?? [];
}

/**
 * Registers the open creation as a receiver of files.
 *
 * Returns the function that ends this.
 */
export function openCreation(kind: Kind, take: Take): () => void {
  open.set(kind, take);
  return () => {
    if (open.get(kind) === take) open.delete(kind);
  };
}

/**
 * Gives staged files to the open creation of a kind.
 *
 * Returns false when none is open.
 */
export function giveToCreation(kind: Kind, files: readonly DraftFile[]): boolean {
  const take = open.get(kind);
  take?.(files);
  return take !== undefined;
}
