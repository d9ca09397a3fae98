import { useTranslation } from 'react-i18next';
import type { JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { Texts } from '../../../state/typedTexts.ts';
import { fits, mendedValues, mendInputs } from '../model/mend.ts';
import type { MendInput } from '../model/mend.ts';
import { useDraft } from '../../../fields/useDraft.ts';
import { typedDecimal } from '../../../fields/useWords.ts';
import { mendLabel } from './mendLabel.ts';

/** What was sent, with what was typed over it, and whether it can be sent so. */
export interface Mending {
  readonly inputs: readonly MendInput[];
  readonly typed: Texts;
  readonly values: JsonObject;
  readonly ready: boolean;
  /** What stands against sending it. */
  readonly hint: string;
  readonly onType: (id: string, text: string) => void;
  /** Forgets what is queued now. */
  readonly settle: () => void;
}

/** Types over what was sent and refused; it is kept as what is typed in a form is. */
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
