import { useTranslation } from 'react-i18next';
import type { JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { Texts } from '../../../state/typedTexts.ts';
import { fits, mendedValues, mendInputs } from '../model/mend.ts';
import type { MendInput } from '../model/mend.ts';
import { useDraft } from '../../../fields/useDraft.ts';
import { typedDecimal } from '../../../fields/useWords.ts';
import { mendLabel } from './mendLabel.ts';

/** The sent values, the typed corrections, and whether they can be sent. */
export interface Mending {
  readonly inputs: readonly MendInput[];
  readonly typed: Texts;
  readonly values: JsonObject;
  readonly ready: boolean;
  /** Says why the values cannot be sent yet. */
  readonly hint: string;
  readonly onType: (id: string, text: string) => void;
  /** Removes the queued corrections from the draft. */
  readonly settle: () => void;
}

/** Edits the refused values of an operation; the corrections are stored as a draft. */
export function useMending(operation: Operation): Mending {
  const { t } = useTranslation();
  const draft = useDraft(`mend:${operation.id}`);
  const { typed } = draft;
  const inputs = mendInputs(operation, typedDecimal);
  const wrong = inputs.filter((input) => !fits(input, typed[input.id] ?? input.sent));
  const values = mendedValues(inputs, typed);
  const fields = wrong.map((each) => mendLabel(operation, each)).join(', ');
  return {
    inputs,
    typed,
    values,
    ready: wrong.length === 0 && Object.keys(values).length > 0,
    hint: wrong.length > 0 ? t('outbox.refused.fix', { fields }) : t('outbox.refused.typeFirst'),
    onType: (id, text) => {
      const sent = inputs.find((input) => input.id === id)?.sent ?? '';
      draft.type(id, text, sent, {});
    },
    settle: () => draft.settle({ typed, files: [] }),
  };
}
