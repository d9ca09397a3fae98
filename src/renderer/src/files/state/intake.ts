import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { FileMatch } from '#contract/files/match.ts';
import { MOST_FILES } from '#contract/files/intake.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Collected, Given } from '../../client/source.ts';
import { call } from '../../state/core.ts';
import { belongsTo, linesOf, proposalOf, totalsOf, unfitOf } from '../model/intake.ts';
import type { Choice, GivenFile, Intake, FileTarget } from '../model/intake.ts';
import {
  isSettled,
  keepSource,
  onCopied,
  pump,
  releaseFiles,
  reopen,
  retryFailed,
  stopCopies,
} from './copying.ts';
import {
  addIntake,
  dropIntake,
  intakeOf,
  offerIntake,
  openIntake,
  setFiles,
  setIntake,
  setSome,
} from './intakeStore.ts';
import { queueIntake } from './queueing.ts';
import { nameOfFiles } from './undoing.ts';

let last = 0;

/**
 * Takes files for one record: stages them at once and queues them when all are staged.
 *
 * `instead` is the file that the first of them replaces.
 */
export function takeForRecord(place: FileTarget, collected: Collected, instead?: string): void {
  if (isNothing(collected)) return;
  const intake = newIntake(place.kind, collected, place);
  const as = instead === undefined ? null : 'replace';
  const choice: Choice = { target: place, by: 'place', as, instead, out: false };
  const files = intake.files.map((file) => ({ ...file, choice }));
  addIntake({ ...intake, files, phase: 'direct' });
  pump();
  goOn(intake.id);
}

/**
 * Takes files for a list, or for all lists when the kind is null.
 *
 * Stages them at once, matches them by the codes in their names and shows them before queueing.
 * Files dropped on a row belong to its record, unless a name holds another code.
 */
export async function takeForList(
  kind: Kind | null,
  row: FileTarget | null,
  collected: Collected,
): Promise<void> {
  if (isNothing(collected)) return;
  const intake = newIntake(kind, collected, row);
  addIntake(intake);
  if (row === null) offerIntake(intake.id);
  pump();
  await matchFiles(intake.id, intake.files);
  const known = intakeOf(intake.id);
  // The user may have queued or cancelled the intake meanwhile.
  if (known?.phase !== 'reading') return;
  const matches = known.files.flatMap(({ match }) => match ?? []);
  if (row !== null && known.error === null && belongsTo(row, matches)) {
    const choice: Choice = { target: row, by: 'place', as: null, out: false };
    setFiles(intake.id, (file) => ({ ...file, choice }));
    setIntake(intake.id, { phase: 'direct' });
    return goOn(intake.id);
  }
  setIntake(intake.id, { phase: 'open' });
  offerIntake(intake.id);
}

/** Adds files to an open intake. */
export async function takeMore(id: string, collected: Collected): Promise<void> {
  const intake = intakeOf(id);
  if (intake === undefined || isNothing(collected)) return;
  const { given, unreadable, cut } = within(collected, MOST_FILES - intake.files.length);
  const files = given.map((each) => newFile(intake.kind, each));
  setIntake(id, {
    files: [...intake.files, ...files],
    unreadable: [...intake.unreadable, ...unreadable],
    cut: intake.cut || cut,
  });
  reopen(id);
  pump();
  await matchFiles(id, files);
}

/** Opens a dialog with the error when nothing could be read. */
export function tellFault(error: AppError): void {
  const intake = newIntake(null, { given: [], unreadable: [], cut: false }, null);
  addIntake({ ...intake, phase: 'open', error });
  openIntake(intake.id);
}

/** Cancels an intake and releases its copies; queued files stay queued. */
export function cancelIntake(id: string): void {
  const intake = intakeOf(id);
  dropIntake(id);
  stopCopies(id);
  if (intake !== undefined) void releaseFiles(intake.files);
}

/** Assigns files to a record. */
export function assign(id: string, files: readonly string[], target: FileTarget): void {
  setSome(id, new Set(files), () => ({
    choice: { target, by: 'person', as: null, out: false },
    refused: null,
  }));
  reopen(id);
  pump();
}

/** Sets how a file is added to its record. */
export function chooseAs(id: string, file: string, as: 'add' | 'replace'): void {
  setSome(id, new Set([file]), ({ choice }) => ({
    choice: choice === null ? null : { ...choice, as },
  }));
}

/** Leaves files out, or includes them again. */
export function leaveOut(id: string, files: readonly string[], out: boolean): void {
  setSome(id, new Set(files), ({ choice }) => ({
    choice: { ...(choice ?? { target: null, by: 'person', as: null }), out },
  }));
  if (out) for (const file of files) stopCopies(id, file);
  pump();
  goOn(id);
}

/**
 * Retries failed files.
 *
 * Files for one record then take the direct way again.
 */
export function retryIntake(id: string): void {
  const intake = intakeOf(id);
  if (intake === undefined) return;
  if (intake.phase === 'queued') {
    if (intake.place === null) decide(id);
    else setIntake(id, { phase: 'direct' });
  }
  retryFailed(id);
  goOn(id);
}

/** Opens the dialog of an intake in which the user must decide. */
export function decide(id: string): void {
  setIntake(id, { phase: 'open' });
  openIntake(id);
}

async function matchFiles(id: string, files: readonly GivenFile[]): Promise<void> {
  const asked = files
    .filter(({ unfit }) => unfit === null)
    .map(({ id: file, folder, name }) => ({
      id: file,
      path: folder === '' ? name : `${folder}/${name}`,
    }));
  if (asked.length === 0) return;
  try {
    const { matches } = await call('files.match', {
      kind: intakeOf(id)?.kind ?? null,
      files: asked,
    });
    const found = new Map(matches.map((match) => [match.id, match]));
    setFiles(id, (file) => {
      const match = found.get(file.id);
      return match === undefined ? file : { ...file, match, choice: choiceOf(file, match) };
    });
  } catch (thrown) {
    setIntake(id, { error: asAppError(thrown) });
  }
}

// A choice that the user made during matching stays. A file that was only left out gets the
// proposed record.
function choiceOf({ choice }: GivenFile, match: FileMatch): Choice | null {
  const proposal = proposalOf(match);
  if (choice === null || proposal === null) return choice ?? proposal;
  return choice.target === null ? { ...proposal, out: choice.out } : choice;
}

/** Returns whether a collection has no files and nothing to report. */
export function isNothing({ given, unreadable, cut }: Collected): boolean {
  return given.length === 0 && unreadable.length === 0 && !cut;
}

// One call queues the whole intake and takes at most this many files.
function within({ given, unreadable, cut }: Collected, room: number): Collected {
  return { given: given.slice(0, room), unreadable, cut: cut || given.length > room };
}

function newIntake(kind: Kind | null, collected: Collected, place: FileTarget | null): Intake {
  const { given, unreadable, cut } = within(collected, MOST_FILES);
  const files = given.map((each) => newFile(kind, each));
  const name = nameOfFiles(files.length);
  const id = `intake-${++last}`;
  return { id, kind, place, phase: 'reading', name, files, unreadable, cut, error: null };
}

function newFile(kind: Kind | null, { source, name, size, shown }: Given): GivenFile {
  const id = `given-${++last}`;
  const unfit = unfitOf(kind, name, size);
  if (unfit === null) keepSource(id, source);
  return {
    id,
    name,
    folder: shown.split('/').slice(0, -1).join('/'),
    size,
    unfit,
    copy: { state: 'waiting' },
    match: null,
    choice: null,
    refused: null,
  };
}

// Files for one record are queued without a question, unless two of them need the same field.
function goOn(id: string): void {
  const intake = intakeOf(id);
  if (intake?.phase !== 'direct' || !isSettled(id)) return;
  const { count } = totalsOf(linesOf(intake));
  if (count.ask + count.crowded === 0) return void queueIntake(id);
  setIntake(id, { phase: 'open' });
  offerIntake(id);
}

onCopied(goOn);
