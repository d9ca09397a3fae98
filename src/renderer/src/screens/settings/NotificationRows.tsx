import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/procedures.ts';
import { permission } from '../../state/attention.ts';
import { useShellInfo } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { tellError } from '../../ui/tellError.ts';
import { ChoiceRow } from './ChoiceRow.tsx';

/** The notifications, and the permission that a browser needs for them. */
export function NotificationRows({ value }: { readonly value: Settings['notifications'] }) {
  const isBrowser = useShellInfo()?.shell === 'browser';
  return (
    <>
      <ChoiceRow name="notifications" value={value} options={['off', 'counts', 'names']} />
      {isBrowser && value !== 'off' && <Permission />}
    </>
  );
}

function Permission() {
  const { t } = useTranslation();
  const [state, setState] = useState(permission);
  if (state === 'granted') return null;
  const ask = () => void Notification.requestPermission().then(setState, tellError);
  return (
    <div className="settings-row">
      <span>
        {t(state === 'denied' ? 'settings.notifications.denied' : 'settings.notifications.browser')}
      </span>
      <div>
        {state !== 'denied' && <Button onClick={ask}>{t('settings.notifications.allow')}</Button>}
      </div>
    </div>
  );
}
