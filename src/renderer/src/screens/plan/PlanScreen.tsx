import { useProcedure } from '../../state/useProcedure.ts';
import { PlanEditor } from './PlanEditor.tsx';
import { PlanHome } from './PlanHome.tsx';
import { planView } from './planView.ts';
import './plan.css';

/** The plan that is open, or all of them with the ways to begin another. */
export function PlanScreen() {
  const plan = planView((view) => view.plan);
  const { data, error } = useProcedure('plan.get', plan === null ? null : { plan }, {
    keep: false,
  });
  // One that was removed meanwhile leads back to the list.
  if (plan === null || error !== null) return <PlanHome />;
  return data === undefined ? null : <PlanEditor key={data.plan} opened={data} />;
}
