import {
  CircleAlert,
  ClipboardCheck,
  History,
  LayoutList,
  Lightbulb,
  Settings,
} from 'lucide-react';
import { PackagePlus, TriangleAlert, Upload } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { TextKey } from '../i18n/i18n.ts';
import type { ShortcutId } from '../state/shortcuts.ts';
import { RecordsScreen } from '../screens/records/RecordsScreen.tsx';
import type { ScreenId } from '../state/view.ts';

/**
 * A screen.
 *
 * To add one, add a line here, a name in `SCREEN_IDS` and a folder.
 */
export interface ScreenEntry {
  readonly id: ScreenId;
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly shortcut: ShortcutId | null;
  /** The section of the rail: kinds, Work, or the foot; `settings` is opened from there. */
  readonly place: 'catalogue' | 'work' | 'foot' | 'settings';
  readonly component: ComponentType | LazyExoticComponent<ComponentType>;
}

const loaders: (() => Promise<ComponentType>)[] = [];

export const screens: Readonly<Record<ScreenId, ScreenEntry>> = {
  records: {
    id: 'records',
    label: 'frame.screens.records',
    icon: LayoutList,
    shortcut: null,
    place: 'catalogue',
    // Not lazy: a window opens with this screen.
    component: RecordsScreen,
  },
  outbox: {
    id: 'outbox',
    label: 'frame.screens.outbox',
    icon: Upload,
    shortcut: 'outbox',
    place: 'work',
    component: screen(
      async () => (await import('../screens/outbox/OutboxScreen.tsx')).OutboxScreen,
    ),
  },
  needsYou: {
    id: 'needsYou',
    label: 'frame.screens.needsYou',
    icon: CircleAlert,
    shortcut: 'needsYou',
    place: 'work',
    component: screen(
      async () => (await import('../screens/outbox/NeedsYouScreen.tsx')).NeedsYouScreen,
    ),
  },
  problems: {
    id: 'problems',
    label: 'frame.screens.problems',
    icon: TriangleAlert,
    shortcut: 'problems',
    place: 'work',
    component: screen(
      async () => (await import('../screens/problems/ProblemsScreen.tsx')).ProblemsScreen,
    ),
  },
  review: {
    id: 'review',
    label: 'frame.screens.review',
    icon: ClipboardCheck,
    shortcut: 'review',
    place: 'work',
    component: screen(
      async () => (await import('../screens/review/ReviewScreen.tsx')).ReviewScreen,
    ),
  },
  plan: {
    id: 'plan',
    label: 'frame.screens.plan',
    icon: PackagePlus,
    shortcut: 'plan',
    place: 'work',
    component: screen(
      async () => (await import('../screens/productDrafts/DraftScreen.tsx')).DraftScreen,
    ),
  },
  activity: {
    id: 'activity',
    label: 'frame.screens.activity',
    icon: History,
    shortcut: 'activity',
    place: 'work',
    component: screen(async () => (await import('../screens/history/PastScreen.tsx')).PastScreen),
  },
  settings: {
    id: 'settings',
    label: 'frame.screens.settings',
    icon: Settings,
    shortcut: 'settings',
    place: 'foot',
    component: screen(
      async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
    ),
  },
  knowledge: {
    id: 'knowledge',
    label: 'frame.screens.knowledge',
    icon: Lightbulb,
    shortcut: null,
    place: 'settings',
    component: screen(
      async () => (await import('../screens/knowledge/KnowledgeScreen.tsx')).KnowledgeScreen,
    ),
  },
};

function screen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  loaders.push(load);
  return lazy(async () => ({ default: await load() }));
}

/** Delay in milliseconds, so that preloading does not slow down the first screen. */
const AFTER_THE_FIRST = 700;

/**
 * Loads every screen when the window is idle.
 *
 * Each then opens at once, even if the host is gone later.
 */
export function preloadScreens(): () => void {
  // A screen that fails to load is tried again when it is opened.
  const all = () => void Promise.allSettled(loaders.map((load) => load()));
  const timer = setTimeout(() => requestIdleCallback(all, { timeout: 2_000 }), AFTER_THE_FIRST);
  return () => clearTimeout(timer);
}
