import { useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { undoField } from '../state/undo.ts';
import type { Loaded } from './useRecord.ts';

/** Taking back the queued change of single fields. */
interface Undoing {
  readonly undo: (name: string) => void;
  readonly error: AppError | null;
}

/** Takes a field's change back and reads the record anew; tells when that cannot be. */
export function useUndo({ kind, record }: Loaded, reload: () => Promise<void>): Undoing {
  const [error, setError] = useState<AppError | null>(null);
  const undo = (name: string) => {
    setError(null);
    undoField(kind, record.id, name)
      .then(reload)
      .catch((thrown: unknown) => setError(asAppError(thrown)));
  };
  return { undo, error };
}
