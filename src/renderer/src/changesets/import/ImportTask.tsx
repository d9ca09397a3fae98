import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Root } from '../../client/source.ts';
import { textOf } from '../../i18n/i18n.ts';
import { ChangesetView } from '../preview/ChangesetView.tsx';
import { TaskDialog } from '../TaskDialog.tsx';
import { closeTask } from '../../fields/undo/tasks.ts';
import { Working } from '../Working.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { SaveRejects } from './SaveRejects.tsx';
import { useImport } from './useImport.ts';
import type { Import } from './useImport.ts';
import './import.css';

interface ImportTaskProps {
  readonly kind: Kind;
  readonly roots: readonly Root[];
}

/** The import of a sheet in three steps: file, columns and preview. */
export function ImportTask({ kind, roots }: ImportTaskProps) {
  const { t } = useTranslation();
  const work = useImport(kind, roots);
  const what = textOf(resourceOf(kind).label).toLowerCase();
  const title =
    work.sheet === null
      ? t('sheets.import.title', { subject: what })
      : t('sheets.import.titleOf', { file: work.sheet.name, subject: what });
  return (
    <TaskDialog title={title} size="large" onClose={closeTask}>
      <Steps work={work} />
      <Content work={work} kind={kind} />
    </TaskDialog>
  );
}

const STEPS = ['file', 'columns', 'plan'] as const;

function Steps({ work: { step } }: { readonly work: Import }) {
  const { t } = useTranslation();
  const current = step === 'check' ? 'plan' : step;
  return (
    <ol className="steps" aria-label={t('sheets.import.steps')}>
      {STEPS.map((each, index) => (
        <li key={each} aria-current={each === current ? 'step' : undefined}>
          <span className="steps-number num">{index + 1}</span>
          {t(`sheets.import.step.${each}`)}
        </li>
      ))}
    </ol>
  );
}

function Content({ work, kind }: { readonly work: Import; readonly kind: Kind }) {
  const { t } = useTranslation();
  const { step, sheet, plan } = work;
  if (step === 'file' || sheet === null) return <FileStep work={work} />;
  if (step === 'columns') return <ColumnsStep work={work} sheet={sheet} kind={kind} />;
  if (step === 'check' || plan === null)
    return <Working title={t('sheets.working.check')} plan={sheet.sheet} />;
  return (
    <ChangesetView
      plan={plan}
      onBack={() => work.goTo('columns')}
      onDone={closeTask}
      tools={plan.counts.error > 0 && <SaveRejects plan={plan} />}
    />
  );
}
