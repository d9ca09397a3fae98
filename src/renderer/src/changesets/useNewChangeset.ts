import { useEffect, useRef, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { call } from '../state/core.ts';

/** The preview of a dialog, and the way back to its form. */
interface NewChangeset {
  readonly plan: Changeset | null;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly look: (make: () => Promise<Changeset>) => void;
  readonly back: () => void;
}

/** Requests a preview; closes one that arrives after its dialog was closed. */
export function useNewChangeset(): NewChangeset {
  const [plan, setPlan] = useState<Changeset | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const look = async (make: () => Promise<Changeset>) => {
    setBusy(true);
    setError(null);
    try {
      const made = await make();
      if (shown.current) setPlan(made);
      // The dialog was closed meanwhile: this changeset must be closed here.
      else await call('changesets.close', { plan: made.plan });
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  };
  return { plan, busy, error, look: (make) => void look(make), back: () => setPlan(null) };
}
