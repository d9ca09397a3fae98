import { useTranslation } from 'react-i18next';
import type { Input } from '#contract/procedures.ts';
import type { Operation } from '#contract/operations.ts';
import { call } from '../../../state/core.ts';
import { toast } from '../../../state/toasts.ts';
import { useAct } from '../useAct.ts';
import type { Act } from '../useAct.ts';
import { decided } from './decided.ts';

type Choice = Omit<Input<'outbox.resolve'>, 'operation'>;

/** Settles a conflict as the person chose, and says what became of the operation. */
export function useDecide(
  operation: Operation,
): Act & { readonly decide: (choice: Choice) => void } {
  const { t } = useTranslation();
  const acting = useAct();
  const { id, title } = operation;
  const decide = (choice: Choice) => {
    const made = decided.of(id);
    void acting.run(async () => {
      const { state } = await call('outbox.resolve', { operation: id, ...choice });
      decided.settle(id, made);
      const dropped = state === 'discarded';
      toast(t(dropped ? 'outbox.needs.dropped' : 'outbox.needs.decided', { name: title }));
    });
  };
  return { ...acting, decide };
}
