import { useCallback, useRef, useState } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { call } from '../../../state/core.ts';
import { useFailure } from '../../../ui/useFailure.ts';
import type { Outcome, Typed } from '../../../fields/model/form.ts';
import { useDoubts } from './useDoubts.ts';
import type { DraftState } from '../../../fields/useDraft.ts';
import type { Loaded } from '../../../fields/useRecord.ts';
import { useRules } from '../../../state/facts.ts';

/** The queueing of a form's changes. */
export interface Keeping {
  readonly keep: () => Promise<void>;
  /** Types into the draft, also while a change is being queued. */
  readonly type: DraftState['type'];
  readonly busy: boolean;
  readonly error: AppError | null;
  /** True after the user tried to keep the form: all faults are shown. */
  readonly strict: boolean;
  /** The outcome with the marks that the form shows. */
  readonly shown: Outcome;
  /** The number of changed fields. */
  readonly changed: number;
  readonly faults: number;
  readonly discard: () => void;
}

const NO_FILES: readonly string[] = [];

interface KeepOptions {
  readonly loaded: Loaded;
  readonly draft: DraftState;
  /** The record that the outcome was computed from. */
  readonly base: JsonObject;
  readonly outcome: Outcome;
  readonly reload: () => Promise<void>;
}

/** Queues the changed fields of a form, or shows its faults. */
export function useKeep({ loaded, draft, base, outcome, reload }: KeepOptions): Keeping {
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const [strict, setStrict] = useState(false);
  const faults = Object.keys(outcome.faults);
  const { shown, ask } = useDoubts({
    resource: resourceOf(loaded.kind),
    outcome,
    typed: draft.typed,
    purpose: 'update',
    rules: useRules(loaded.kind),
    files: NO_FILES,
  });
  const queued = useRef<Typed>({});
  const { type: typeIn } = draft;
  // While a change is being queued, typing the original value again is a new change and must stay
  // in the draft.
  const type: DraftState['type'] = useCallback(
    (path, text, original, from) =>
      typeIn(path, text, Object.hasOwn(queued.current, path) ? null : original, from),
    [typeIn],
  );
  const keep = useCallback(async () => {
    if (busy || outcome.changed.length === 0) return;
    setStrict(true);
    if (faults.length > 0) return showFault(faults[0] ?? '');
    const doubtful = ask();
    if (doubtful !== null) return showFault(doubtful);
    setBusy(true);
    clear();
    queued.current = draft.typed;
    try {
      await queue(loaded, base, outcome);
      await reload();
      draft.settle({ typed: draft.typed, files: [] });
      setStrict(false);
    } catch (thrown) {
      fail(thrown);
    } finally {
      queued.current = {};
      setBusy(false);
    }
  }, [ask, base, busy, clear, draft, fail, faults, loaded, outcome, reload]);
  const discard = useCallback(() => {
    draft.discard();
    clear();
    setStrict(false);
  }, [clear, draft]);
  return {
    keep,
    type,
    busy,
    error,
    strict,
    shown,
    changed: outcome.changed.length,
    faults: faults.length,
    discard,
  };
}

async function queue({ kind, record }: Loaded, base: JsonObject, outcome: Outcome): Promise<void> {
  // The same number in another spelling: nothing to send or to keep.
  if (Object.keys(outcome.values).length === 0) return;
  await call('records.update', {
    kind,
    ref: record.id,
    values: outcome.values,
    files: [],
    base,
  });
}

/** Scrolls to the first field with a fault and focuses it. */
export function showFault(path: string): void {
  const field = document.querySelector<HTMLElement>(`.panel [data-path="${CSS.escape(path)}"]`);
  const whole = document.querySelector<HTMLElement>(`.panel [data-field="${CSS.escape(path)}"]`);
  const target = field ?? whole;
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
