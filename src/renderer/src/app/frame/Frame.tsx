import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listMarks } from '../../files/drop/place.ts';
import { FilesLayer } from '../../files/FilesLayer.tsx';
import { preloadScreens, screens } from '../screens.ts';
import { useStatus } from '../../state/status.ts';
import { useView } from '../../state/view.ts';
import { Bar } from './Bar.tsx';
import type { Status } from '#contract/procedures.ts';
import { FirstRead } from './FirstRead.tsx';
import { Rail } from './Rail.tsx';
import { ScreenGuard } from './ScreenGuard.tsx';
import { StatusBar } from './StatusBar.tsx';
import { Banners } from './Banners.tsx';
import { useFrameCommands } from './useFrameCommands.ts';
import { useFrameKeys } from './useFrameKeys.ts';
import './frame.css';

/** The frame around every screen: rail, bar, strips and status bar. */
export function Frame() {
  const { t } = useTranslation();
  useFrameCommands();
  useFrameKeys();
  useEffect(preloadScreens, []);
  return (
    <div className="frame" {...listMarks(null)}>
      <a className="frame-skip" href="#screen">
        {t('frame.toScreen')}
      </a>
      <Rail />
      <Bar />
      <main className="frame-main" id="screen" tabIndex={-1}>
        <Banners />
        <div className="frame-screen">
          <CurrentScreen />
        </div>
      </main>
      <StatusBar />
      <FilesLayer />
    </div>
  );
}

function CurrentScreen() {
  const { t } = useTranslation();
  const id = useView((view) => view.screen);
  // An empty service that was pulled does not count as unread.
  const unread = useStatus(({ status }) => status !== null && isUnread(status));
  const Component = screens[id].component;
  if (id === 'records' && unread) return <FirstRead />;
  return (
    <ScreenGuard key={id} title={t(screens[id].label)}>
      <Suspense fallback={null}>
        <Component />
      </Suspense>
    </ScreenGuard>
  );
}

function isUnread({ counts, lastPull }: Status): boolean {
  const empty = Object.values(counts).every((count) => count === 0);
  return empty && Object.values(lastPull).every((at) => at === null);
}
