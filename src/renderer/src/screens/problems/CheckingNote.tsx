import { useTranslation } from 'react-i18next';
import type { Checking } from '#contract/problems.ts';

/**
 * Shows the progress of a check of the whole catalogue.
 *
 * It is no live region: screen readers need not announce each step.
 */
export function CheckingNote({ checking }: { readonly checking: Checking }) {
  const { t } = useTranslation();
  if (checking === null) return null;
  const text = t('problems.checking', checking);
  return (
    <p className="problems-note">
      <span className="num">{text}</span>
      <progress value={checking.done} max={checking.total} aria-label={text} />
    </p>
  );
}
