import type { AppError } from '#contract/errors.ts';
import { useFailure } from '../../../ui/useFailure.ts';
import { undoField } from '../../../fields/undo.ts';
import type { Loaded } from '../../../fields/useRecord.ts';

/** Taking back the queued change of single fields. */
interface Undoing {
  readonly undo: (name: string) => void;
  readonly error: AppError | null;
}

/** Takes a field's change back and reads the record anew; tells when that cannot be. */
export function useUndo({ kind, record }: Loaded, reload: () => Promise<void>): Undoing {
  const { error, fail, clear } = useFailure();
  const undo = (name: string) => {
    clear();
    undoField(kind, record.id, name).then(reload).catch(fail);
  };
  return { undo, error };
}
