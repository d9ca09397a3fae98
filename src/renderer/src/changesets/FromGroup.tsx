import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { Button } from '../ui/Button.tsx';
import { groupText } from '../fields/model/groupText.ts';
import { undoGroup } from '../fields/undo/undo.ts';
import './sheets.css';

/** Names the undo batch of an operation and offers to undo it; nothing for a single operation. */
export function FromGroup({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { group, groupLabel } = operation;
  if (group === null || groupLabel === undefined || groupLabel.count < 2) return null;
  return (
    <p className="from-group">
      {t('sheets.partOf', { subject: groupText(t, groupLabel) })}
      <Button tone="quiet" onClick={() => void undoGroup(group)}>
        {t('sheets.undoAll')}
      </Button>
    </p>
  );
}
