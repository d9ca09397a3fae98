import { CircleX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { refusedGroups } from '#contract/refusedGroups.ts';
import type { RefusedGroup } from '#contract/refusedGroups.ts';
import { labelAt } from '../../fields/model/fields.ts';
import { Button } from '../../ui/Button.tsx';
import { correctGroup } from './correctGroup.ts';
import './refusedGroups.css';

const MOST_GROUPS = 3;
const MOST_NAMES = 4;

/** Lists the changes that the server rejected by one rule, each group with one correction. */
export function RefusedGroups({ open }: { readonly open: readonly Operation[] }) {
  const { t } = useTranslation();
  const groups = useMemo(() => refusedGroups(open).filter(isTold), [open]);
  if (groups.length === 0) return null;
  return (
    <ul className="refused-groups" aria-label={t('outbox.groups.label')}>
      {groups.slice(0, MOST_GROUPS).map((group) => (
        <GroupLine key={group.key} group={group} />
      ))}
    </ul>
  );
}

// The card of one change offers its sent values to be corrected, but no missing ones.
function isTold({ fact, operations }: RefusedGroup): boolean {
  return fact === 'required' || operations.length > 1;
}

function GroupLine({ group }: { readonly group: RefusedGroup }) {
  const { t } = useTranslation();
  const { kind, field, fact, operations, correctable, words } = group;
  const count = operations.length;
  const names = operations.slice(0, MOST_NAMES).map(({ key, title }) => key ?? title);
  const more = count - names.length;
  return (
    <li className="refused-group">
      <CircleX size={15} aria-hidden />
      <div className="refused-text">
        <b>{t(`outbox.groups.${fact}`, { count, field: labelAt(kind, field) })}</b>
        <p className="quiet cut">
          {t('common.answered')} {words} · {names.join(', ')}
          {more > 0 && ` ${t('outbox.groups.more', { count: more })}`}
        </p>
      </div>
      {correctable.length > 0 && (
        <Button onClick={() => correctGroup(group)}>
          {t('outbox.groups.correct', { count: correctable.length })}
        </Button>
      )}
    </li>
  );
}
