import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { openRecord } from '../outboxView.ts';
import { OperationBadge } from '../parts/OperationBadge.tsx';
import './card.css';

/** The props of every decision: the operation, and all open operations. */
export interface DecisionProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

interface CardProps extends DecisionProps {
  readonly title: string;
  /** One sentence below the title about the cause. */
  readonly lead?: string;
  readonly error?: AppError | null;
  readonly children?: ReactNode;
  /** The buttons: destructive ones on the left, the others on the right. */
  readonly buttons: ReactNode;
}

/** The frame of a decision: title, cause, record, content and buttons. */
export function Card({ operation, all, title, lead, error = null, children, buttons }: CardProps) {
  const { t } = useTranslation();
  const heading = useHeadingFocus();
  const held = all.filter(({ dependsOn }) => dependsOn.includes(operation.id)).length;
  return (
    <article className="card" aria-labelledby="decision-title">
      <header className="card-head">
        <OperationBadge operation={operation} />
        <h2 id="decision-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Subject operation={operation} />
        {lead !== undefined && <p>{lead}</p>}
        {held > 0 && <p className="card-held">{t('outbox.needs.holdsUp', { count: held })}</p>}
      </header>
      {children}
      {error !== null && <ErrorNotice error={error} />}
      <footer className="card-buttons">{buttons}</footer>
    </article>
  );
}

function Subject({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { kind, key, title, action } = operation;
  return (
    <p className="card-subject">
      <span className="quiet">{t(`outbox.action.${action}`)}</span>{' '}
      <button
        type="button"
        className="card-record"
        aria-label={t('outbox.activity.openRecord', { name: title })}
        onClick={() => openRecord(operation)}
      >
        {title}
      </button>{' '}
      <span className="quiet">
        {textOf(resourceOf(kind).singular).toLowerCase()}
        {key !== null && <code className="mono"> {key}</code>}
      </span>
    </p>
  );
}

// After a decision the next card replaces the one that held the focus.
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
