import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { FileTarget } from '../../../files/model/intake.ts';
import { aimAtMade, giveToMade } from '../../../files/state/aimAtMade.ts';
import { call } from '../../../state/core.ts';
import { toast } from '../../../state/toasts.ts';
import { select } from '../../../state/view.ts';
import { firstReadable } from '../../../ui/readable.ts';
import { useFailure } from '../../../ui/useFailure.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import type { Outcome } from '../../../fields/model/form.ts';
import { creationKey, transferDraft, typedSince } from '../../../fields/drafts/drafts.ts';
import { goIntoPanel, placeInFocus } from '../state/panelFocus.ts';
import { setList } from '../state/listStore.ts';
import { useDoubts } from './useDoubts.ts';
import type { DraftState } from '../../../fields/useDraft.ts';
import { useRules } from '../../../state/facts.ts';
import { showFault } from './useKeep.ts';

/** The queueing of a new record. */
export interface Creating {
  readonly create: () => Promise<void>;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly strict: boolean;
  /** The outcome with the marks that the form shows. */
  readonly shown: Outcome;
}

/** Queues a new record and opens it, or shows the faults of the form. */
export function useCreate(kind: Kind, draft: DraftState, outcome: Outcome): Creating {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const [strict, setStrict] = useState(false);
  const latest = useLatest(draft);
  const { shown, ask } = useDoubts({
    resource: resourceOf(kind),
    outcome,
    typed: draft.typed,
    purpose: 'create',
    rules: useRules(kind),
    files: draft.files.map(({ field }) => field),
  });
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const create = useCallback(async () => {
    const [fault] = Object.keys(outcome.faults);
    setStrict(true);
    if (busy) return;
    if (fault !== undefined) return showFault(fault);
    const doubtful = ask();
    if (doubtful !== null) return showFault(doubtful);
    setBusy(true);
    clear();
    try {
      const files = draft.files.map(({ field, file }) => ({ field, file }));
      const { values } = outcome;
      const { id } = await call('records.create', {
        kind,
        values,
        files,
        draft: creationKey(kind),
      });
      const made = targetOf(kind, id, values);
      aimAtMade(made);
      const late = await giveToMade(made, cameSince(draft, latest.current));
      const spent = { ...draft, files: [...draft.files, ...late] };
      const base = isTypedIn(draft, latest.current) ? await shownAs(kind, id) : null;
      latest.current.settle(transferDraft({ kind, id }, spent, latest.current, base));
      // If the form was closed meanwhile, the new record is not opened.
      if (here.current) {
        // The field that has the focus now.
        const place = placeInFocus();
        setList(kind, { adding: false });
        select(kind, id);
        goIntoPanel(place);
      }
      toast(t('records.create.done'));
    } catch (thrown) {
      fail(thrown);
      setBusy(false);
    }
  }, [ask, busy, clear, draft, fail, kind, latest, outcome, t]);
  return { create, busy, error, strict, shown };
}

/** Returns the new record as the target of files. */
function targetOf(kind: Kind, record: string, values: JsonObject): FileTarget {
  const { key, title } = resourceOf(kind);
  const name = firstReadable(values[title]) ?? record;
  return {
    kind,
    record,
    key: key === null ? null : (firstReadable(values[key]) ?? null),
    title: name,
  };
}

function cameSince(queued: DraftState, now: DraftState): DraftState['files'] {
  return now.files.filter(({ file }) => !queued.files.some((each) => each.file === file));
}

function isTypedIn(queued: DraftState, now: DraftState): boolean {
  return Object.keys(typedSince(queued.typed, now.typed)).length > 0;
}

/**
 * Returns the new record as its form shows it.
 *
 * Null if it cannot be read: the record is queued all the same.
 */
function shownAs(kind: Kind, id: string): Promise<JsonObject | null> {
  return call('records.get', { kind, ref: id }).then(
    ({ record }) => record,
    () => null,
  );
}
