import { Link2Off } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#contract/procedures.ts';
import type { Answer } from '../../../state/query.ts';
import { goToRecord } from '../../../state/view.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { UserName } from './UserName.tsx';

/** Lists the records that refer to this record's code, each with a link. */
export function UsedTab({ users }: { readonly users: Answer<Output<'records.usedBy'>> }) {
  const { t } = useTranslation();
  const { data, error } = users;
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <p className="quiet tab-wait">{t('common.loading')}</p>;
  if (data.total === 0)
    return (
      <Empty icon={Link2Off} title={t('records.used.none')} text={t('records.used.noneText')} />
    );
  const more = data.total - data.users.length;
  return (
    <ul className="users">
      {data.users.map((user) => (
        <li key={`${user.kind} ${user.id}`}>
          <button type="button" className="user" onClick={() => goToRecord(user.kind, user.id)}>
            <UserName user={user} />
          </button>
        </li>
      ))}
      {more > 0 && <li className="quiet users-more">{t('records.used.more', { count: more })}</li>}
    </ul>
  );
}
