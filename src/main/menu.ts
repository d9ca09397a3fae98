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

/** What the menu bar says and does. */
export interface MenuState {
  readonly language: Language;
  /** What Undo and Redo would do now, as the window words it; null: nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** Takes the window's commands. */
  readonly run: (command: Command) => void;
}

/** Puts the menu bar up. */
export function showMenu(state: MenuState): void {
  const { language } = state;
  const menus = MENUS.filter(({ development }) => development !== true || !app.isPackaged);
  const bar = menus.map(({ words, items }) => ({
    label: words[language],
    submenu: items.map((item) => entryOf(item, state)),
  }));
  const own: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...own, ...bar]));
}

function entryOf(item: Item, state: MenuState): MenuItemConstructorOptions {
  if (item === 'line') return { type: 'separator' };
  const words = item.words[state.language];
  if ('role' in item) return { role: item.role, label: words };
  const click = () => state.run(item.command);
  const label = namedBy(item.command, state) ?? words;
  // The window handles its own keys, also where a menu's key would swallow a letter being typed.
  const keys =
    item.keys === undefined ? {} : { accelerator: item.keys, registerAccelerator: false };
  return { label, click, ...keys };
}

const LONGEST = 72;

// A name may hold the character that would underline the next letter.
function namedBy(command: Command, { undo, redo }: MenuState): string | null {
  const name = command === 'undo' ? undo : command === 'redo' ? redo : null;
  if (name === null) return null;
  const short = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  return short.replaceAll('&', '&&');
}
