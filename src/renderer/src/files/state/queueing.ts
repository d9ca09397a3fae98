import i18next from 'i18next';
import { AppError, asAppError } from '#contract/errors.ts';
import type { ErrorData } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { assignmentsOf, labelOf, linesOf } from '../model/intake.ts';
import type { GivenFile, Intake, Line } from '../model/intake.ts';
import { keepForCreation } from '../drop/creationDraft.ts';
import { giveToCreation, isCreation } from '../drop/creations.ts';
import { isModelLeft, keepCompanions } from './companions.ts';
import { releaseFiles } from './copying.ts';
import {
  dropIntake,
  intakeOf,
  intakeStore,
  openIntake,
  setFiles,
  setIntake,
} from './intakeStore.ts';
import { queueFiles } from './undoing.ts';
import type { QueuedFiles } from './undoing.ts';

/**
 * Queues every file of an intake that has its place, as one named group. Files that could not be
 * queued stay in the intake with the reason; with none of them left it is over.
 */
export async function queueIntake(id: string): Promise<void> {
  const intake = intakeOf(id);
  if (intake === undefined || intake.phase === 'queueing') return;
  const wanted = assignmentsOf(linesOf(intake));
  if (wanted.size === 0) return setIntake(id, { phase: 'queued' });
  setIntake(id, { phase: 'queueing', error: null });
  try {
    const { place } = intake;
    if (place !== null && isCreation(place)) return await toCreation(intake, place.kind, wanted);
    const assignments = [...wanted.values()];
    afterwards(intake, wanted, await queueFiles(intake.name, assignments));
  } catch (thrown) {
    setIntake(id, { phase: 'open', error: asAppError(thrown) });
    openIntake(id);
  }
}

// A record that is being made takes the copies into its draft, open or not; they are queued with it.
async function toCreation(intake: Intake, kind: Kind, wanted: Wanted): Promise<void> {
  const files = intake.files.flatMap(({ id, name, size }) => {
    const where = wanted.get(id);
    return where === undefined ? [] : [{ field: where.field, file: where.file, name, size }];
  });
  if (!giveToCreation(kind, files)) {
    await keepForCreation(kind, files);
    toast(i18next.t('files.keptForNew', { count: files.length }));
  }
  end(intake.id, linesOf(intake), new Set(wanted.keys()));
}

/** Keeps the files that are left; those given while the others were queued are still to be decided about. */
function keepRest(id: string, isLeft: (file: GivenFile) => boolean): void {
  const intake = intakeOf(id);
  if (intake === undefined) return;
  const left = { ...intake, files: intake.files.filter(isLeft) };
  if (left.files.length === 0) return dropIntake(id);
  const phase = linesOf(left).some(isUndecided) ? 'open' : 'queued';
  setIntake(id, { files: left.files, phase });
}

function isUndecided({ standing }: Line): boolean {
  return ['ask', 'crowded', 'copying', 'ready'].includes(standing);
}

type Wanted = ReturnType<typeof assignmentsOf>;

function afterwards(intake: Intake, wanted: Wanted, queued: QueuedFiles): void {
  const { placed } = queued;
  const errors = new Map(placed.map(({ file, error }) => [file, error]));
  const reason = (line: string) => {
    const file = wanted.get(line)?.file;
    return file === undefined ? undefined : errors.get(file);
  };
  const lines = linesOf(intake);
  const done = new Set([...wanted.keys()].filter((line) => reason(line) === null));
  setFiles(intake.id, (file) => ({ ...file, refused: appError(reason(file.id)) }));
  tell(intake, queued);
  end(intake.id, lines, done);
}

/** Lets go of what is done with; these files are where they belong. */
function end(id: string, lines: readonly Line[], done: ReadonlySet<string>): void {
  const out = lines.filter(({ standing }) => standing === 'out');
  void releaseFiles(out.map(({ file }) => file));
  void keepCompanions(lines, done);
  // What was refused by its name was told in the dialog; without one the tray still has to.
  const told = intakeStore.getState().open === id;
  const waits = isModelLeft(lines, done);
  const isOver = ({ standing }: Line) =>
    standing === 'out' || (standing === 'companion' && !waits) || (standing === 'refused' && told);
  const over = new Set(lines.filter(isOver).map(({ file }) => file.id));
  keepRest(id, (file) => !done.has(file.id) && !over.has(file.id));
}

function appError(data: ErrorData | null | undefined): AppError | null {
  if (data === null || data === undefined) return null;
  const { code, message, ...details } = data;
  return new AppError(code, message, details);
}

function tell(intake: Intake, { placed, undo }: QueuedFiles): void {
  const count = placed.filter(({ operation }) => operation !== null).length;
  if (count === 0) return;
  const where = intake.place === null ? null : labelOf(intake.place);
  const text =
    where === null
      ? i18next.t('files.queued', { count })
      : i18next.t('files.queuedFor', { count, where });
  toast(text, () => void undo());
}
