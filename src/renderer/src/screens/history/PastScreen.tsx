import { useTranslation } from 'react-i18next';
import { ActivityScreen } from '../outbox/ActivityScreen.tsx';
import { OthersPage } from './OthersPage.tsx';
import { PAST_PAGES, pastView } from './pastView.ts';
import { PullsPage } from './PullsPage.tsx';
import { RequestsPage } from './RequestsPage.tsx';
import { TrashPage } from './TrashPage.tsx';
import './past.css';

/** The history screen: local changes, requests, remote changes, pulls and the trash. */
export function PastScreen() {
  const page = pastView((view) => view.page);
  const tabs = <PastTabs />;
  if (page === 'requests') return <RequestsPage tabs={tabs} />;
  if (page === 'pulls') return <PullsPage tabs={tabs} />;
  if (page === 'others') return <OthersPage tabs={tabs} />;
  if (page === 'trash') return <TrashPage tabs={tabs} />;
  return <ActivityScreen tabs={tabs} />;
}

function PastTabs() {
  const { t } = useTranslation();
  const page = pastView((view) => view.page);
  return (
    <fieldset className="past-tabs" aria-label={t('past.pages.label')}>
      {PAST_PAGES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={page === each}
          onClick={() => pastView.setState({ page: each })}
        >
          {t(`past.pages.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}
