import { CornerDownRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { blockersOf } from '../model/actions.ts';
import { goToOperation } from '../outboxView.ts';
import './waits.css';

interface WaitsForProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

/**
 * Lists the operations that must be sent first: dependencies, and earlier ones of the same record.
 */
export function WaitsFor({ operation, all }: WaitsForProps) {
  const { t } = useTranslation();
  const blockers = blockersOf(operation, all);
  const lost = blockers.length === 0 && operation.reason?.code === 'waits-for';
  if (lost) return <p>{t('outbox.detail.waitsGone')}</p>;
  if (blockers.length === 0) return null;
  return (
    <div className="waits">
      <span className="quiet">{t('outbox.detail.waitsFor')}</span>
      <ul>
        {blockers.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className="waits-jump"
              title={t('outbox.detail.jump', { name: each.title })}
              onClick={() => goToOperation(each.id)}
            >
              <CornerDownRight size={13} aria-hidden />
              {t(`outbox.actionNamed.${each.action}`, { name: each.title })}
              {each.key !== null && <code className="mono">{each.key}</code>}
            </button>
            <StateBadge state={each.state} short />
          </li>
        ))}
      </ul>
    </div>
  );
}
