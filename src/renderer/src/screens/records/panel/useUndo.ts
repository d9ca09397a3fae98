import type { AppError } from '#contract/errors.ts';
import { useFailure } from '../../../ui/useFailure.ts';
import { undoField } from '../../../fields/undo.ts';
import type { Loaded } from '../../../fields/useRecord.ts';

/** The undo of the pending change of a single field. */
interface Undoing {
  readonly undo: (name: string) => void;
  readonly error: AppError | null;
}

/** Undoes the pending change of a field and reloads the record; returns an error if it failed. */
export function useUndo({ kind, record }: Loaded, reload: () => Promise<void>): Undoing {
  const { error, fail, clear } = useFailure();
  const undo = (name: string) => {
    clear();
    undoField(kind, record.id, name).then(reload).catch(fail);
  };
  return { undo, error };
}
