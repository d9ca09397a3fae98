import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../state/core.ts';
import { saveSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { Strip } from './Strip.tsx';

/** Offers once to send changes automatically, after the first successful send. */
export function OfferStrip() {
  const { t } = useTranslation();
  const notices = useStatus((state) => state.status?.notices);
  const { busy, error, run } = useAct();
  const offer = notices?.filter(({ code }) => code === 'offer-auto-send') ?? [];
  if (offer.length === 0) return null;
  const answer = (isAccepted: boolean) =>
    run(async () => {
      if (isAccepted) await saveSettings({ autoSend: 'online' });
      await call('notices.dismiss', { seen: offer });
    });
  const text = (
    <>
      {t('frame.strip.offerAutoSend')} {error !== null && <ErrorLine error={error} />}
    </>
  );
  return (
    <Strip icon={Send} tone="news" text={text}>
      <Button busy={busy} onClick={() => void answer(true)}>
        {t('frame.strip.acceptAutoSend')}
      </Button>
      <Button tone="quiet" busy={busy} onClick={() => void answer(false)}>
        {t('frame.strip.notNow')}
      </Button>
    </Strip>
  );
}
