import { Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../state/dialogs.ts';
import { useShellInfo } from '../../state/shell.ts';
import { seeVersion, useView } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Strip } from '../frame/Strip.tsx';

/** Offers the news after an update of the program, until the user opens or dismisses it. */
export function NewsStrip() {
  const { t } = useTranslation();
  const version = useShellInfo()?.version ?? null;
  const seen = useView((view) => view.seenVersion);
  useEffect(() => {
    // A window that was never used has nothing to compare with.
    if (version !== null && seen === null) seeVersion(version);
  }, [version, seen]);
  if (version === null || seen === null || seen === version) return null;
  const open = () => {
    seeVersion(version);
    openDialog({ id: 'help', page: 'news' });
  };
  return (
    <Strip icon={Sparkles} tone="news" text={t('help.updated', { version })}>
      <Button onClick={open}>{t('help.news')}</Button>
      <Button onClick={() => seeVersion(version)}>{t('common.actions.dismiss')}</Button>
    </Strip>
  );
}
