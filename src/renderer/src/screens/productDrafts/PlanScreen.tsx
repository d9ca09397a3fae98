import { useTranslation } from 'react-i18next';
import { Unread } from '../../ui/Unread.tsx';
import { isHome } from '../opened.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { PlanHome } from './PlanHome.tsx';
import { openPlan, planView } from './planView.ts';
import { useOpened } from './usePlan.ts';
import './plan.css';

/** Shows the open product draft, or the list of all. */
export function PlanScreen() {
  const { t } = useTranslation();
  const plan = planView((view) => view.plan);
  const { data, error, refresh } = useOpened(plan);
  if (isHome(plan, error)) return <PlanHome />;
  if (data !== undefined) return <PlanEditor key={data.plan} opened={data} />;
  if (error === null) return null;
  return (
    <Unread
      title={t('frame.screens.plan')}
      error={error}
      onAgain={refresh}
      back={t('plan.back')}
      onBack={() => openPlan(null)}
    />
  );
}
