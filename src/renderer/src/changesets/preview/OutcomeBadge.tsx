import { CircleAlert, Equal, History, PencilLine, Plus, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Outcome, ChangesetRow } from '#contract/changesets/changeset.ts';

const ICONS: Readonly<Record<Outcome, LucideIcon>> = {
  new: Plus,
  changed: PencilLine,
  same: Equal,
  kept: History,
  error: CircleAlert,
};

/** Shows the outcome of a row as an icon and a word. */
export function OutcomeBadge({ row }: { readonly row: ChangesetRow }) {
  const { t } = useTranslation();
  const { outcome, action } = row;
  const removal = outcome === 'changed' && action === 'remove';
  const Icon = removal ? Trash2 : ICONS[outcome];
  return (
    <span className="outcome" data-outcome={outcome}>
      <Icon size={13} aria-hidden />
      {t(removal ? 'sheets.outcomes.removal' : `sheets.outcomes.${outcome}`)}
    </span>
  );
}
