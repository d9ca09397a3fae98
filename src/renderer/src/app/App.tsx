import { MantineProvider } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialogs } from './frame/Dialogs.tsx';
import { Frame } from './frame/Frame.tsx';
import { NoEntry } from './frame/NoEntry.tsx';
import { Banners } from './frame/Banners.tsx';
import { Welcome } from '../screens/signIn/Welcome.tsx';
import { useIsNew } from '../screens/signIn/useIsNew.ts';
import { RecordPicture } from '../fields/recordPicture.ts';
import { recordCover } from '../files/thumbs/recordCover.tsx';
import { TaskHost } from './TaskHost.tsx';
import { useCore } from '../state/core.ts';
import { useSettings } from '../state/settings.ts';
import { cssVariables, theme } from '../state/theme/theme.ts';
import { followCutTexts } from '../ui/cutTexts.ts';
import { Toasts } from '../ui/Toasts.tsx';

/** The whole window: the first welcome, or the frame with its screens. */
export function App({ nonce }: { readonly nonce: string }) {
  const { t } = useTranslation();
  const scheme = useSettings((state) => state.scheme);
  useEffect(followCutTexts, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
    >
      <RecordPicture value={recordCover}>
        <Inside />
      </RecordPicture>
      <section id="overlays" aria-label={t('frame.overlays')} />
      <TaskHost />
      <Dialogs />
      <Toasts />
    </MantineProvider>
  );
}

function Inside() {
  const isNew = useIsNew();
  const { epoch, problem } = useCore((core) => core);
  if (epoch === 0 && problem !== null) return <NoEntry problem={problem} />;
  // Before the first answer the window stays empty, so that the frame does not flash.
  if (isNew === null) return null;
  return isNew ? <Welcome banners={<Banners />} /> : <Frame />;
}
