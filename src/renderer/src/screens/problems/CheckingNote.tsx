import { useTranslation } from 'react-i18next';
import type { Checking } from '#contract/problems.ts';

/** How far a check of the whole catalogue is; to be looked at, and not said anew with every step. */
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
