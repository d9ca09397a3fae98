import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../state/dialogs.ts';
import { useShellInfo } from '../../state/shell.ts';
import { seeVersion, useView } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Strip } from '../frame/Strip.tsx';

/** Offers the news once after an update of the program. */
export function NewsStrip() {
  const { t } = useTranslation();
  const version = useShellInfo()?.version ?? null;
  const seen = useView((view) => view.seenVersion);
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => {
    if (version === null || version === seen) return;
    // A window that was never used has nothing to compare with.
    if (seen !== null) setOffered(version);
    seeVersion(version);
  }, [version, seen]);
  if (offered === null) return null;
  const open = () => {
    setOffered(null);
    openDialog({ id: 'help', page: 'news' });
  };
  return (
    <Strip icon={Sparkles} tone="news" text={t('help.updated', { version: offered })}>
      <Button onClick={open}>{t('help.news')}</Button>
      <Button onClick={() => setOffered(null)}>{t('common.actions.dismiss')}</Button>
    </Strip>
  );
}
