import { useTranslation } from 'react-i18next';
import { Unread } from '../../ui/Unread.tsx';
import { isHome } from '../opened.ts';
import { DraftEditor } from './DraftEditor.tsx';
import { DraftHome } from './DraftHome.tsx';
import { openDraft, draftView } from './draftView.ts';
import { useOpened } from './useProductDraft.ts';
import './productDraft.css';

/** Shows the open product draft, or the list of all. */
export function DraftScreen() {
  const { t } = useTranslation();
  const plan = draftView((view) => view.plan);
  const { data, error, refresh } = useOpened(plan);
  if (isHome(plan, error)) return <DraftHome />;
  if (data !== undefined) return <DraftEditor key={data.plan} opened={data} />;
  if (error === null) return null;
  return (
    <Unread
      title={t('frame.screens.plan')}
      error={error}
      onAgain={refresh}
      back={t('plan.back')}
      onBack={() => openDraft(null)}
    />
  );
}
