import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pastView } from '../../screens/history/pastView.ts';
import { useStatus } from '../../state/status.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { goTo, seeChanges, useView } from '../../state/view.ts';

/** Counts the records that others changed since the user last looked, with a way to see them. */
export function OthersCount() {
  const { t } = useTranslation();
  const seen = useView((view) => view.seenChangesAt);
  const pulled = useStatus(({ status }) =>
    Math.max(0, ...Object.values(status?.lastPull ?? {}).map((at) => at ?? 0)),
  );
  useEffect(() => {
    // A window that was never used has nothing to compare with.
    if (seen === null && pulled > 0) seeChanges(pulled + 1);
  }, [seen, pulled]);
  const { data } = useProcedure('pulls.changes', seen === null ? null : { since: seen, limit: 0 }, {
    refreshOn: ['pulls.changed'],
  });
  const count = data?.total ?? 0;
  if (seen === null || count === 0) return null;
  const show = () => {
    pastView.setState({ page: 'others', look: seen, reading: null, kind: null, change: null });
    // A running refresh notes more changes, with earlier times than now.
    seeChanges(pulled + 1);
    goTo('activity');
  };
  return (
    <span className="status-others">
      {t('frame.status.others', { count })}
      <button type="button" onClick={show}>
        {t('frame.status.showOthers')}
      </button>
    </span>
  );
}
