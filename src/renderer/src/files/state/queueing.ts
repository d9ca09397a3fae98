import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorData } from '#contract/errors.ts';
import type { Assignment } from '#contract/files/match.ts';
import { toldError } from '../../client/toldError.ts';
import { toast } from '../../state/toasts.ts';
import { assignmentsOf, isLost, labelOf, linesOf } from '../model/intake.ts';
import type { GivenFile, Intake, Line } from '../model/intake.ts';
import { keepForCreation } from '../drop/creationDraft.ts';
import { giveToCreation, isCreation } from '../drop/creations.ts';
import { isModelLeft, keepCompanions } from './companions.ts';
import { releaseFiles } from './copying.ts';
import {
  dropIntake,
  intakeOf,
  intakeStore,
  offerIntake,
  setFiles,
  setIntake,
} from './intakeStore.ts';
import { queueFiles } from './undoing.ts';
import type { QueuedFiles } from './undoing.ts';

/**
 * Queues the ready files of an intake as one named batch.
 *
 * Files that could not be queued stay in the intake with the reason. The intake ends when none is
 * left.
 */
export async function queueIntake(id: string): Promise<void> {
  const intake = intakeOf(id);
  if (intake === undefined || intake.phase === 'queueing') return;
  const lines = linesOf(intake);
  const wanted = assignmentsOf(lines);
  if (wanted.size === 0) return setIntake(id, { phase: 'queued' });
  setIntake(id, { phase: 'queueing', error: null });
  try {
    // Records come first: queueing the same files twice changes nothing, but a creation would get
    // them twice.
    const queued = await toRecords(intake, wanted);
    const kept = await toCreation(intake, wanted);
    end(id, lines, new Set([...queued, ...kept]));
  } catch (thrown) {
    setIntake(id, { phase: 'open', error: asAppError(thrown) });
    offerIntake(id);
  }
}

// A record being created takes the files into its draft, open or not. They are queued with it.
async function toCreation({ place, files }: Intake, wanted: Wanted): Promise<readonly string[]> {
  const lines = files.filter(({ id }) => isForCreation(wanted.get(id)));
  if (place === null || lines.length === 0) return [];
  const given = lines.flatMap(({ id, name, size }) => {
    const where = wanted.get(id);
    return where === undefined ? [] : [{ field: where.field, file: where.file, name, size }];
  });
  if (!giveToCreation(place.kind, given)) {
    await keepForCreation(place.kind, given);
    toast(i18next.t('files.keptForNew', { count: given.length }));
  }
  return lines.map(({ id }) => id);
}

function isForCreation(where: Assignment | undefined): boolean {
  return where !== undefined && isCreation(where);
}

/**
 * Keeps the remaining files.
 *
 * Files given during queueing still need a decision.
 */
function keepRest(id: string, isLeft: (file: GivenFile) => boolean, told: boolean): void {
  const intake = intakeOf(id);
  if (intake === undefined) return;
  const rest = told ? { unreadable: [], cut: false } : {};
  const left = { ...intake, ...rest, files: intake.files.filter(isLeft) };
  const { files, unreadable, cut } = left;
  if (files.length === 0 && unreadable.length === 0 && !cut) return dropIntake(id);
  const phase = linesOf(left).some(isUndecided) ? 'open' : 'queued';
  setIntake(id, { files, unreadable, cut, phase });
}

function isUndecided({ standing }: Line): boolean {
  return ['ask', 'crowded', 'copying', 'ready'].includes(standing);
}

type Wanted = ReturnType<typeof assignmentsOf>;

/** Queues the files of existing records and returns the lines that are done. */
async function toRecords(intake: Intake, wanted: Wanted): Promise<readonly string[]> {
  const own = [...wanted].filter(([, where]) => !isForCreation(where));
  if (own.length === 0) return [];
  const assignments = own.map(([, where]) => where);
  const queued = await queueFiles(intake.name, assignments);
  const errors = new Map(queued.placed.map(({ file, error }) => [file, error]));
  const reasons = new Map(own.map(([line, { file }]) => [line, errors.get(file)]));
  // A file that was refused earlier and is not retried keeps its reason.
  setFiles(intake.id, (file) =>
    reasons.has(file.id) ? { ...file, refused: reasonOf(reasons.get(file.id)) } : file,
  );
  tell(intake, assignments, queued);
  return own.flatMap(([line]) => (reasons.get(line) === null ? line : []));
}

/** Releases finished files, keeps companions and ends the intake if nothing is left. */
function end(id: string, lines: readonly Line[], done: ReadonlySet<string>): void {
  const out = lines.filter(({ standing }) => standing === 'out');
  void releaseFiles(out.map(({ file }) => file));
  void keepCompanions(lines, done);
  // An open dialog has shown the refused files; otherwise the tray still must.
  const told = intakeStore.getState().open === id;
  const waits = isModelLeft(lines, done);
  const isOver = (line: Line) => {
    if (line.standing === 'companion') return !waits && (told || !isLost(line));
    return line.standing === 'out' || (line.standing === 'refused' && told);
  };
  const over = new Set(lines.filter(isOver).map(({ file }) => file.id));
  keepRest(id, (file) => !done.has(file.id) && !over.has(file.id), told);
}

function reasonOf(data: ErrorData | null | undefined): AppError | null {
  return data === null || data === undefined ? null : toldError(data);
}

function tell(
  { place }: Intake,
  assignments: readonly Assignment[],
  { placed, undo }: QueuedFiles,
): void {
  const count = placed.filter(({ operation }) => operation !== null).length;
  if (count === 0) return;
  // Files dropped on a row may have gone to the records named by their codes.
  const isAll = assignments.every(
    ({ kind, record }) => kind === place?.kind && record === place.record,
  );
  const text =
    place === null || !isAll
      ? i18next.t('files.queued', { count })
      : i18next.t('files.queuedFor', { count, where: labelOf(place) });
  toast(text, () => void undo());
}
