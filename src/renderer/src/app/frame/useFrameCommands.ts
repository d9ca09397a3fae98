import { CircleHelp, CircleStop, Keyboard, Languages, LogIn, Moon, RefreshCw } from 'lucide-react';
import { Rows3, ScrollText, Send, Sun, SunMoon } from 'lucide-react';
import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { SyncMode } from '#contract/automatic.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { kindShortcut } from '../../state/shortcuts.ts';
import { screens } from '../screens.ts';
import { useCommands } from '../../state/commands.ts';
import type { Command } from '../../state/commands.ts';
import { openDialog } from '../../state/dialogs.ts';
import { setSyncMode, start, stopRun } from '../../state/runs.ts';
import { saveSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { goTo, goToKind, KIND_ORDER, setDensity, viewStore } from '../../state/view.ts';
import { goInto } from './goInto.ts';
import { modeChanges } from './SyncModes.tsx';
import { kindIcons } from '../../ui/kindIcons.ts';
import { tellError } from '../../ui/tellError.ts';

/** Offers the commands of every screen. */
export function useFrameCommands(): void {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const mode = useStatus(({ automatic }) => automatic.mode);
  const commands = useMemo(
    () => (language === '' ? [] : [...runs(t), ...modes(t, mode), ...places(t), ...looks(t)]),
    [t, language, mode],
  );
  useCommands(commands);
}

function runs(t: TFunction): readonly Command[] {
  return [
    {
      id: 'send',
      label: t('common.actions.send'),
      words: 'send push wyślij',
      icon: Send,
      shortcut: 'send',
      run: () => void start('push'),
    },
    {
      id: 'refresh',
      label: t('common.actions.refresh'),
      words: 'refresh pull odśwież pobierz',
      icon: RefreshCw,
      shortcut: 'refresh',
      run: () => void start('pull'),
    },
    {
      id: 'sync',
      label: t('common.actions.sync'),
      words: 'sync synchronizuj',
      icon: RefreshCw,
      run: () => void start('sync'),
    },
    {
      id: 'stop',
      label: t('common.actions.stop'),
      words: 'stop cancel zatrzymaj',
      icon: CircleStop,
      run: () => void stopRun(),
    },
  ];
}

function modes(t: TFunction, mode: SyncMode): readonly Command[] {
  return modeChanges(mode).map(({ id, to, icon, words }) => ({
    id,
    label: t(`frame.menu.${id}`),
    words,
    icon,
    run: () => setSyncMode(to),
  }));
}

function places(t: TFunction): readonly Command[] {
  const kinds = KIND_ORDER.map((kind): Command => {
    const shortcut = kindShortcut(kind);
    const { label } = resourceOf(kind);
    return {
      id: `kind:${kind}`,
      label: t('frame.commands.go', { screen: textOf(label) }),
      words: `${label.en} ${label.pl}`,
      icon: kindIcons[kind],
      ...(shortcut === null ? {} : { shortcut }),
      run: () => goInto(() => goToKind(kind)),
    };
  });
  const others = Object.values(screens)
    .filter(({ place }) => place !== 'catalogue')
    .map(({ id, label, icon, shortcut }): Command => ({
      id: `screen:${id}`,
      label: t('frame.commands.go', { screen: t(label) }),
      icon,
      ...(shortcut === null ? {} : { shortcut }),
      run: () => goInto(() => goTo(id)),
    }));
  return [...kinds, ...others];
}

const THEMES = [
  { id: 'light', icon: Sun, words: 'theme motyw light jasny' },
  { id: 'dark', icon: Moon, words: 'theme motyw dark ciemny' },
  { id: 'system', icon: SunMoon, words: 'theme motyw system' },
] as const;

function looks(t: TFunction): readonly Command[] {
  const save = (values: Parameters<typeof saveSettings>[0]) =>
    void saveSettings(values).catch(tellError);
  const themes = THEMES.map(({ id, icon, words }): Command => ({
    id: `theme:${id}`,
    label: t('frame.commands.theme', { name: t(`settings.options.${id}`) }),
    words,
    icon,
    run: () => save({ theme: id }),
  }));
  const languages = (['en', 'pl'] as const).map((id): Command => ({
    id: `language:${id}`,
    label: t('frame.commands.language', { name: t(`settings.options.${id}`) }),
    words: `language język ${id === 'pl' ? 'polish polski' : 'english angielski'}`,
    icon: Languages,
    run: () => save({ language: id }),
  }));
  return [...themes, ...languages, ...others(t)];
}

function others(t: TFunction): readonly Command[] {
  return [
    {
      id: 'density',
      label: t('frame.commands.density'),
      words: 'density rows wiersze',
      icon: Rows3,
      run: () => setDensity(viewStore.getState().density === 'normal' ? 'compact' : 'normal'),
    },
    {
      id: 'shortcuts',
      label: t('frame.shortcuts.help'),
      words: 'keyboard klawiatura',
      icon: Keyboard,
      shortcut: 'shortcuts',
      run: () => openDialog({ id: 'shortcuts' }),
    },
    {
      id: 'help',
      label: t('help.title'),
      words: 'help manual pomoc podręcznik',
      icon: CircleHelp,
      shortcut: 'help',
      run: () => openDialog({ id: 'help', page: 'manual' }),
    },
    {
      id: 'news',
      label: t('help.news'),
      words: 'changes version zmiany wersja',
      icon: Sparkles,
      run: () => openDialog({ id: 'help', page: 'news' }),
    },
    {
      id: 'log',
      label: t('help.log'),
      words: 'errors warnings dziennik błędy',
      icon: ScrollText,
      run: () => openDialog({ id: 'help', page: 'log' }),
    },
    {
      id: 'signIn',
      label: t('frame.profile.switch'),
      words: 'login sign in zaloguj profil',
      icon: LogIn,
      run: () => openDialog({ id: 'signIn' }),
    },
  ];
}
