import { create } from 'zustand';
import { isDialogOpen } from '../../ui/keys/useHotkeys.ts';
import type { Copy, GivenFile, Intake } from '../model/intake.ts';

interface IntakeState {
  readonly intakes: readonly Intake[];
  /** The id of the intake whose dialog is open. */
  readonly open: string | null;
}

/**
 * The given files that are not queued yet.
 *
 * They live as long as the window.
 */
export const intakeStore = create<IntakeState>(() => ({ intakes: [], open: null }));

/** Reads the intake inside a component. */
export function useIntake<T>(pick: (state: IntakeState) => T): T {
  return intakeStore(pick);
}

/** Returns an intake; undefined when it is gone. */
export function intakeOf(id: string): Intake | undefined {
  return intakeStore.getState().intakes.find((intake) => intake.id === id);
}

export function addIntake(intake: Intake): void {
  intakeStore.setState(({ intakes }) => ({ intakes: [...intakes, intake] }));
}

/** Removes an intake and closes its dialog. */
export function dropIntake(id: string): void {
  intakeStore.setState(({ intakes, open }) => ({
    intakes: intakes.filter((intake) => intake.id !== id),
    open: open === id ? null : open,
  }));
}

/** Opens the dialog of an intake; null closes it. */
export function openIntake(id: string | null): void {
  intakeStore.setState({ open: id });
}

/**
 * Opens the dialog of an intake unless another dialog is open.
 *
 * A dialog that opens by itself would take the next key press. The intake then stays in the tray.
 */
export function offerIntake(id: string): void {
  if (!isDialogOpen()) intakeStore.setState(({ open }) => ({ open: open ?? id }));
}

/** Changes parts of an intake. */
export function setIntake(id: string, change: Partial<Intake>): void {
  intakeStore.setState(({ intakes }) => ({
    intakes: intakes.map((intake) => (intake.id === id ? { ...intake, ...change } : intake)),
  }));
}

/** Changes files of an intake; unchanged objects are not rendered again. */
export function setFiles(id: string, change: (file: GivenFile) => GivenFile): void {
  const intake = intakeOf(id);
  if (intake !== undefined) setIntake(id, { files: intake.files.map(change) });
}

/** Changes the files with these ids. */
export function setSome(
  id: string,
  files: ReadonlySet<string>,
  change: (file: GivenFile) => Partial<GivenFile>,
): void {
  setFiles(id, (file) => (files.has(file.id) ? { ...file, ...change(file) } : file));
}

/** Sets the copy progress of one file. */
export function setCopy(intake: string, file: string, copy: Copy): void {
  setSome(intake, new Set([file]), () => ({ copy }));
}
