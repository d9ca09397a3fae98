import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { useProblemCounts } from '../../state/problemCounts.ts';
import { useView } from '../../state/view.ts';
import { Screen } from '../../ui/Screen.tsx';
import { BesideRecord } from '../records/panel/BesideRecord.tsx';
import { Facets } from './Facets.tsx';
import { FixDialog } from './FixDialog.tsx';
import { HideDialog } from './HideDialog.tsx';
import { ProblemList } from './ProblemList.tsx';
import { ProblemTools } from './ProblemTools.tsx';
import { problemsView } from './problemsView.ts';
import './problems.css';

/** The screen of problems; the list updates when records change. */
export function ProblemsScreen() {
  const { t } = useTranslation();
  const { data } = useProblemCounts();
  const total = useMemo(
    () => data?.counts.reduce((sum, { count }) => sum + count, 0) ?? null,
    [data],
  );
  return (
    <Screen
      title={t('frame.screens.problems')}
      {...(total === null ? {} : { detail: formatCount(total) })}
      toolbar={<ProblemTools counts={data ?? null} />}
      panel={<Beside />}
      fixed
    >
      <div className="problems">
        <Facets counts={data ?? null} />
        <ProblemList checking={data?.checking ?? null} />
      </div>
      <HideDialog />
      <FixDialog />
    </Screen>
  );
}

function Beside() {
  const opened = problemsView((view) => view.opened);
  const selected = useView((view) =>
    opened === null ? null : (view.selected[opened.kind] ?? null),
  );
  if (opened === null || selected !== opened.id) return null;
  return <BesideRecord kind={opened.kind} id={opened.id} />;
}
