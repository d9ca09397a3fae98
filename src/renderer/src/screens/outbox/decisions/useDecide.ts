import { useTranslation } from 'react-i18next';
import type { Input } from '#contract/procedures.ts';
import type { Operation } from '#contract/operations.ts';
import { call } from '../../../state/core.ts';
import { namesOf } from '../../../fields/values/values.ts';
import { useAct } from '../../../ui/useAct.ts';
import type { Act } from '../../../ui/useAct.ts';
import { useWords } from '../../../fields/useWords.ts';
import { toastDecided } from '../acts.ts';
import { decided } from './decided.ts';

type Choice = Omit<Input<'outbox.resolve'>, 'operation' | 'seen'>;

/** Resolves a conflict as the user chose, and confirms the result. */
export function useDecide(
  operation: Operation,
): Act & { readonly decide: (choice: Choice) => void } {
  const { t } = useTranslation();
  const words = useWords();
  const acting = useAct();
  const { id, kind, title, conflict } = operation;
  const decide = (choice: Choice) => {
    const made = decided.of(id);
    void acting.run(async () => {
      const { state, notes, group } = await call('outbox.resolve', {
        operation: id,
        ...choice,
        seen: conflict?.readAt,
      });
      decided.settle(id, made);
      const dropped = state === 'discarded';
      const without = notes?.flatMap(({ field }) => field ?? []) ?? [];
      const fields = namesOf(kind, without, words);
      const said =
        without.length > 0
          ? t('outbox.needs.decidedWithout', { name: title, fields })
          : t(dropped ? 'outbox.needs.dropped' : 'outbox.needs.decided', { name: title });
      toastDecided(said, group);
    });
  };
  return { ...acting, decide };
}
