import { app, Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { Settings } from '#contract/procedures.ts';
import type { Command } from '#contract/shell.ts';
import { MENUS } from './menuItems.ts';
import type { Item, Language } from './menuItems.ts';

/** The language of the menu: as set, or as the system speaks. */
export function menuLanguage(setting: Settings['language']): Language {
  if (setting !== 'system') return setting;
  return app.getLocale().toLowerCase().startsWith('pl') ? 'pl' : 'en';
}

/** Puts the menu bar up in a language; `run` takes the window's commands. */
export function showMenu(language: Language, run: (command: Command) => void): void {
  const menus = MENUS.filter(({ development }) => development !== true || !app.isPackaged);
  const bar = menus.map(({ words, items }) => ({
    label: words[language],
    submenu: items.map((item) => entryOf(item, language, run)),
  }));
  const own: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...own, ...bar]));
}

function entryOf(
  item: Item,
  language: Language,
  run: (command: Command) => void,
): MenuItemConstructorOptions {
  if (item === 'line') return { type: 'separator' };
  const label = item.words[language];
  if ('role' in item) return { role: item.role, label };
  const click = () => run(item.command);
  // The window handles its own keys, also where a menu's key would swallow a letter being typed.
  const keys =
    item.keys === undefined ? {} : { accelerator: item.keys, registerAccelerator: false };
  return { label, click, ...keys };
}
