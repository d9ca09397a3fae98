import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Settings } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatCount } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { screens } from '../screens.ts';
import type { ScreenEntry } from '../screens.ts';
import { needsYou, onTheWay, useIsNotOffered, useStatus } from '../../state/status.ts';
import { useProblemCount } from '../../state/problemCounts.ts';
import { goTo, goToKind, KIND_ORDER, useView } from '../../state/view.ts';
import type { ScreenId } from '../../state/view.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTip } from '../../ui/useTip.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import './rail.css';

/** As in rail.css: below this width the rail shows only icons, with tooltips. */
const NARROW = '(width < 900px)';

/** The left rail: kinds with counts, work screens and the profile. */
export function Rail() {
  const { t } = useTranslation();
  const work = Object.values(screens).filter((screen) => screen.place === 'work');
  return (
    <nav className="rail" aria-label={t('frame.main')}>
      <div className="rail-brand">
        <Mark />
        <span className="rail-label">Cabinet</span>
      </div>
      <ul>
        {KIND_ORDER.map((kind) => (
          <KindItem key={kind} kind={kind} />
        ))}
      </ul>
      <h2 className="rail-section">{t('frame.work')}</h2>
      <ul>
        {work.map((screen) => (
          <WorkItem key={screen.id} screen={screen} />
        ))}
      </ul>
      <Foot />
    </nav>
  );
}

function Mark() {
  return (
    <i className="rail-mark" aria-hidden>
      <b />
      <b />
      <b />
    </i>
  );
}

function KindItem({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const count = useStatus((state) => state.status?.counts[kind]);
  const isMissing = useIsNotOffered(kind);
  const current = useView((view) => view.screen === 'records' && view.kind === kind);
  return (
    <RailItem
      icon={kindIcons[kind]}
      label={textOf(resourceOf(kind).label)}
      current={current}
      onGo={() => goToKind(kind)}
    >
      {isMissing ? (
        <span className="rail-count" role="img" aria-label={t('frame.notOffered')}>
          —
        </span>
      ) : (
        count !== undefined && <span className="rail-count num">{formatCount(count)}</span>
      )}
    </RailItem>
  );
}

function WorkItem({ screen }: { readonly screen: ScreenEntry }) {
  const { t } = useTranslation();
  const current = useView((view) => view.screen === screen.id);
  const count = useStatus((state) => countOf(screen.id, state.status));
  return (
    <RailItem
      icon={screen.icon}
      label={t(screen.label)}
      current={current}
      onGo={() => goTo(screen.id)}
    >
      {count > 0 && (
        <span className={`rail-badge num rail-${screen.id}`}>{formatCount(count)}</span>
      )}
      {screen.id === 'problems' && <ProblemCount />}
    </RailItem>
  );
}

function ProblemCount() {
  const count = useProblemCount();
  if (count === 0) return null;
  return <span className="rail-badge num rail-problems">{formatCount(count)}</span>;
}

function countOf(id: ScreenId, status: Parameters<typeof onTheWay>[0]): number {
  if (id === 'outbox') return onTheWay(status) + needsYou(status);
  return id === 'needsYou' ? needsYou(status) : 0;
}

interface RailItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly current: boolean;
  readonly onGo: () => void;
  readonly children: ReactNode;
}

function RailItem({ icon: Icon, label, current, onGo, children }: RailItemProps) {
  const tip = useTip(!useMediaQuery(NARROW));
  return (
    <li>
      <Tooltip opened={tip.opened} label={label} position="right">
        <button
          type="button"
          className="rail-item"
          aria-current={current ? 'page' : undefined}
          onClick={onGo}
          {...tip.on}
        >
          <Icon size={15} strokeWidth={1.75} aria-hidden />
          <span className="rail-label cut">{label}</span>
          {children}
        </button>
      </Tooltip>
    </li>
  );
}

function Foot() {
  const { t } = useTranslation();
  const current = useView((view) => view.screen === 'settings');
  return (
    <div className="rail-foot">
      <ProfileMenu />
      <IconButton
        icon={Settings}
        label={t('frame.screens.settings')}
        shortcut="settings"
        aria-current={current ? 'page' : undefined}
        onClick={() => goTo('settings')}
      />
    </div>
  );
}
