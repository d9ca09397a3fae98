import { FlaskConical, HardDrive } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { startDemo } from '../../state/shell.ts';
import { useStatus } from '../../state/status.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';

/** Offers the ways without an account: the downloaded catalogue and the demo. */
export function OtherWays({ onCached }: { readonly onCached: () => void }) {
  const { t } = useTranslation();
  const { error, fail } = useFailure();
  const records = useStatus(({ status }) =>
    status === null ? 0 : Object.values(status.counts).reduce((sum, count) => sum + count, 0),
  );
  return (
    <div className="ways">
      {records > 0 && (
        <Way
          icon={HardDrive}
          title={t('signIn.cached')}
          note={t('signIn.cachedNote', { count: records })}
          onGo={onCached}
        />
      )}
      <Way
        icon={FlaskConical}
        title={t('signIn.demo')}
        note={t('signIn.demoNote')}
        onGo={() => void startDemo().catch(fail)}
      />
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly note: string;
  readonly onGo: () => void;
}

function Way({ icon: Icon, title, note, onGo }: WayProps) {
  return (
    <button type="button" className="ways-item" onClick={onGo}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
    </button>
  );
}
