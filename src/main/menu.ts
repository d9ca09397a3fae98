import { app, Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { Settings } from '#contract/procedures.ts';
import type { Command } from '#contract/shell.ts';
import { shortened } from '#contract/shortened.ts';
import { asLabel, MENUS } from './menuItems.ts';
import type { Item, Language, MenuList, RoleItem } from './menuItems.ts';

/** Returns the language of the menu: the setting's or the system's. */
export function menuLanguage(setting: Settings['language']): Language {
  if (setting !== 'system') return setting;
  return app.getLocale().toLowerCase().startsWith('pl') ? 'pl' : 'en';
}

/** The language, texts and commands of the menu bar. */
export interface MenuState {
  readonly language: Language;
  /** The action that Undo or Redo would do, as the window words it; null for none. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** Runs a command in the window. */
  readonly run: (command: Command) => void;
}

/** Shows the menu bar. */
export function showMenu(state: MenuState): void {
  const { language } = state;
  const menus = MENUS.filter(isHere);
  const bar = menus.map(({ words, items }) => ({
    label: words[language],
    submenu: items.map((item) => entryOf(item, state)),
  }));
  Menu.setApplicationMenu(Menu.buildFromTemplate(bar));
}

function isHere({ development, mac }: MenuList): boolean {
  return (development !== true || !app.isPackaged) && (mac !== true || isMac());
}

function isMac(): boolean {
  return process.platform === 'darwin';
}

function entryOf(item: Item, state: MenuState): MenuItemConstructorOptions {
  if (item === 'line') return { type: 'separator' };
  const words = item.words[state.language];
  if ('role' in item) return { role: item.role, label: words, ...hiddenKeys(item) };
  const click = () => state.run(item.command);
  const label = namedBy(item.command, state) ?? words;
  return { label, click, ...keysOf(item) };
}

// The window handles its own keys, because a menu accelerator could swallow a typed letter. On
// macOS the menu takes every key that it shows anyway.
function keysOf({ keys }: { readonly keys?: string }): MenuItemConstructorOptions {
  if (keys === undefined || (isMac() && !keys.startsWith('CmdOrCtrl+'))) return {};
  return { accelerator: keys, registerAccelerator: false };
}

function hiddenKeys({ alsoKeys }: RoleItem): MenuItemConstructorOptions {
  return alsoKeys === undefined ? {} : { accelerator: alsoKeys, visible: false };
}

const LONGEST = 72;

function namedBy(command: Command, { undo, redo }: MenuState): string | null {
  const name = command === 'undo' ? undo : command === 'redo' ? redo : null;
  if (name === null) return null;
  return asLabel(shortened(name, LONGEST));
}
