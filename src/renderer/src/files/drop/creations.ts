import type { Kind } from '#contract/resources/resource.ts';
import type { DraftFile } from '../../fields/drafts/drafts.ts';
import type { Target } from '../model/intake.ts';

type Take = (files: readonly DraftFile[]) => void;

/** The record that is being made has no id yet. */
const NEW = '';
const open = new Map<Kind, Take>();
/** What was made of each kind since the window was opened, in order. */
const made = new Map<Kind, readonly Target[]>();

/** The creation of a kind as a place for files. */
export function creationTarget(kind: Kind, title: string): Target {
  return { kind, record: NEW, key: null, title };
}

/** Tells whether files are for a record that is being made. */
export function isCreation({ record }: Pick<Target, 'record'>): boolean {
  return record === NEW;
}

/** Notes that the record of the creation in sight is made: the next one of its kind is another. */
export function noteMade(record: Target): void {
  made.set(record.kind, [...madeOf(record.kind), record]);
}

/** Follows the creation of a kind; gives the way to ask which record it has become, null as long as it is none. */
export function followCreation(kind: Kind): () => Target | null {
  const before = madeOf(kind).length;
  return () => madeOf(kind)[before] ?? null;
}

function madeOf(kind: Kind): readonly Target[] {
  return made.get(kind) ?? [];
}

/** Lets the creation that is open take files; gives the way to end it. */
export function openCreation(kind: Kind, take: Take): () => void {
  open.set(kind, take);
  return () => {
    if (open.get(kind) === take) open.delete(kind);
  };
}

/** Gives copies to the creation of a kind; false when none is open any more. */
export function giveToCreation(kind: Kind, files: readonly DraftFile[]): boolean {
  const take = open.get(kind);
  take?.(files);
  return take !== undefined;
}
