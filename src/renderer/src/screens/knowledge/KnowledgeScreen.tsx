import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ServiceFact, ServiceKnowledge } from '#contract/serviceFacts.ts';
import { textOf } from '../../i18n/i18n.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { KIND_ORDER } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useAct } from '../../ui/useAct.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { factText, rowsOf } from './rows.ts';
import type { KnowledgeRow } from './rows.ts';
import './knowledge.css';

/** Shows what Cabinet knows about the server of the profile, with its evidence. */
export function KnowledgeScreen() {
  const { t } = useTranslation();
  const { data, error } = useProcedure(
    'serviceFacts.list',
    {},
    { refreshOn: ['serviceFacts.changed', 'session.changed', 'pulls.changed'] },
  );
  const [asked, setAsked] = useState<ServiceFact | null>(null);
  return (
    <Screen title={t('frame.screens.knowledge')}>
      <div className="knowledge">
        <p className="quiet">{t('knowledge.intro')}</p>
        {error !== null && <ErrorNotice error={error} />}
        {data !== undefined &&
          KIND_ORDER.map((kind) => (
            <KindTable key={kind} kind={kind} known={data} onCorrect={setAsked} />
          ))}
      </div>
      {asked !== null && <CorrectDialog fact={asked} onClose={() => setAsked(null)} />}
    </Screen>
  );
}

interface KindTableProps {
  readonly kind: Kind;
  readonly known: ServiceKnowledge;
  readonly onCorrect: (fact: ServiceFact) => void;
}

function KindTable({ kind, known, onCorrect }: KindTableProps) {
  const { t } = useTranslation();
  const title = textOf(resourceOf(kind).label);
  return (
    <section aria-label={title}>
      <h2 className="heading">{title}</h2>
      <table>
        <thead className="unseen">
          <tr>
            <th scope="col">{t('knowledge.columns.what')}</th>
            <th scope="col">{t('knowledge.columns.value')}</th>
            <th scope="col">{t('knowledge.columns.evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(t, kind, known).map((row) => (
            <Line key={row.key} row={row} onCorrect={onCorrect} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps {
  readonly row: KnowledgeRow;
  readonly onCorrect: (fact: ServiceFact) => void;
}

function Line({ row, onCorrect }: LineProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const { name, value, evidence, fact, memory, answer } = row;
  const forget = async () => {
    const facts = fact === undefined ? [] : [nameOf(fact)];
    const memories = memory === undefined ? [] : [{ kind: memory.kind, about: memory.about }];
    if (await run(() => call('serviceFacts.forget', { facts, memories })))
      toast(t('knowledge.removed', { name }));
  };
  return (
    <tr data-row={row.key}>
      <th scope="row">{name}</th>
      <td className="knowledge-value">
        {value}
        {answer !== undefined && (
          <p className="knowledge-answer">
            {t('knowledge.answer', { value: factText(t, answer) })}{' '}
            <Button
              disabled={busy}
              onClick={() => void run(() => call('serviceFacts.accept', nameOf(answer)))}
            >
              {t('knowledge.accept')}
            </Button>
          </p>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </td>
      <td className="quiet">
        <span className="knowledge-evidence">{evidence}</span>
        <span className="knowledge-actions">
          {fact !== undefined && (
            <Button
              tone="quiet"
              aria-label={t('knowledge.correctNamed', { name })}
              onClick={() => onCorrect(fact)}
            >
              {t('knowledge.correct')}
            </Button>
          )}
          {(fact !== undefined || memory !== undefined) && (
            <Button
              tone="quiet"
              busy={busy}
              aria-label={t('knowledge.removeNamed', { name })}
              onClick={() => void forget()}
            >
              {t('knowledge.remove')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function nameOf({ kind, field, fact }: ServiceFact) {
  return { kind, field, fact };
}
