import type { DraftFile } from '../../fields/drafts/drafts.ts';
import { tellError } from '../../ui/tellError.ts';
import { isCreation, noteMade } from '../drop/creations.ts';
import { defaultAs } from '../model/intake.ts';
import type { GivenFile, FileTarget } from '../model/intake.ts';
import { intakeStore, setFiles, setIntake } from './intakeStore.ts';
import { nameOfFiles, queueFiles } from './undoing.ts';

/**
 * Redirects files for a record being created to the created record.
 *
 * The next creation of its kind is a different record.
 */
export function aimAtMade(made: FileTarget): void {
  noteMade(made);
  const isMade = (target: FileTarget | null) =>
    target !== null && target.kind === made.kind && isCreation(target);
  const aimed = (file: GivenFile): GivenFile =>
    file.choice !== null && isMade(file.choice.target)
      ? { ...file, choice: { ...file.choice, target: made } }
      : file;
  for (const { id, place } of intakeStore.getState().intakes) {
    if (isMade(place)) setIntake(id, { place: made });
    setFiles(id, aimed);
  }
}

/**
 * Queues the files of a creation's form for the created record.
 *
 * Returns the files that were queued.
 */
export async function giveToMade(
  { kind, record }: FileTarget,
  files: readonly DraftFile[],
): Promise<readonly DraftFile[]> {
  if (files.length === 0) return [];
  const assignments = files.map(({ file, field }) => ({
    file,
    kind,
    record,
    field,
    as: defaultAs(kind, field),
  }));
  try {
    const { placed } = await queueFiles(nameOfFiles(files.length), assignments);
    const refused = new Set(placed.flatMap(({ file, error }) => (error === null ? [] : file)));
    return files.filter(({ file }) => !refused.has(file));
  } catch (thrown) {
    tellError(thrown);
    return [];
  }
}
