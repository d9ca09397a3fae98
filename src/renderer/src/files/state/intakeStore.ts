import { create } from 'zustand';
import { isDialogOpen } from '../../ui/keys/useHotkeys.ts';
import type { Copy, GivenFile, Intake } from '../model/intake.ts';

interface IntakeState {
  readonly intakes: readonly Intake[];
  /** The intake whose dialog is open. */
  readonly open: string | null;
}

/** Every file that was given and is not yet queued; it lives as long as the window. */
export const intakeStore = create<IntakeState>(() => ({ intakes: [], open: null }));

/** Reads the intake inside a component. */
export function useIntake<T>(pick: (state: IntakeState) => T): T {
  return intakeStore(pick);
}

/** An intake as it is now; undefined when it is gone. */
export function intakeOf(id: string): Intake | undefined {
  return intakeStore.getState().intakes.find((intake) => intake.id === id);
}

/** Takes an intake in. */
export function addIntake(intake: Intake): void {
  intakeStore.setState(({ intakes }) => ({ intakes: [...intakes, intake] }));
}

/** Lets an intake go. */
export function dropIntake(id: string): void {
  intakeStore.setState(({ intakes, open }) => ({
    intakes: intakes.filter((intake) => intake.id !== id),
    open: open === id ? null : open,
  }));
}

/** Opens the dialog of an intake, or closes the one that is open. */
export function openIntake(id: string | null): void {
  intakeStore.setState({ open: id });
}

/**
 * Opens the dialog of an intake that nobody asked for just now: never over a dialog that is being worked in, whose
 * next key it would take. It waits in the tray then.
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

/** Changes files of an intake; those that come back the same are not drawn again. */
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

/** Notes how far the copy of one file is. */
export function setCopy(intake: string, file: string, copy: Copy): void {
  setSome(intake, new Set([file]), () => ({ copy }));
}
