import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '#contract/shell.ts';

export type Language = 'en' | 'pl';
export type Words = Readonly<Record<Language, string>>;

/** A menu item that the system implements. */
export interface RoleItem {
  readonly role: NonNullable<MenuItemConstructorOptions['role']>;
  readonly words: Words;
  /**
   * Additional keys.
   *
   * Such an item is hidden but its keys work.
   */
  readonly alsoKeys?: string;
}

/** A menu item: a system role, a command for the window, or a separator. */
export type Item =
  RoleItem | { readonly command: Command; readonly words: Words; readonly keys?: string } | 'line';

/** A menu of the bar. */
export interface MenuList {
  readonly words: Words;
  readonly items: readonly Item[];
  /** Shown only in development. */
  readonly development?: boolean;
  /** Shown only on macOS, whose conventions require it. */
  readonly mac?: boolean;
}

/** Text actions of the menu bar and the context menu. */
export const TEXT_ITEMS = {
  cut: role('cut', 'Cut', 'Wytnij'),
  copy: role('copy', 'Copy', 'Kopiuj'),
  paste: role('paste', 'Paste', 'Wklej'),
  selectAll: role('selectAll', 'Select all', 'Zaznacz wszystko'),
} as const;
export type TextItem = keyof typeof TEXT_ITEMS;

/** Escapes a text for a menu label, where `&` marks the access key. */
export function asLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

/**
 * The menu bar.
 *
 * A command needs a line here and a handler in the window.
 */
export const MENUS: readonly MenuList[] = [
  {
    words: { en: 'Cabinet', pl: 'Cabinet' },
    mac: true,
    items: [
      role('about', 'About Cabinet', 'O programie Cabinet'),
      'line',
      role('services', 'Services', 'Usługi'),
      'line',
      role('hide', 'Hide Cabinet', 'Ukryj Cabinet'),
      role('hideOthers', 'Hide Others', 'Ukryj pozostałe'),
      role('unhide', 'Show All', 'Pokaż wszystkie'),
      'line',
      role('quit', 'Quit Cabinet', 'Zakończ Cabinet'),
    ],
  },
  {
    words: { en: '&File', pl: '&Plik' },
    items: [
      command('add', 'Add…', 'Dodaj…', 'CmdOrCtrl+N'),
      command('import', 'Import…', 'Importuj…'),
      command('export', 'Export…', 'Eksportuj…', 'CmdOrCtrl+Shift+E'),
      'line',
      command('keep', 'Save changes', 'Zapisz zmiany', 'CmdOrCtrl+S'),
      'line',
      command('settings', 'Settings', 'Ustawienia', 'CmdOrCtrl+,'),
      'line',
      role('quit', 'Quit', 'Zakończ'),
    ],
  },
  {
    words: { en: '&Edit', pl: '&Edycja' },
    items: [
      // The window decides whether Undo applies to a text field.
      command('undo', 'Undo', 'Cofnij', 'CmdOrCtrl+Z'),
      command('redo', 'Redo', 'Ponów', 'CmdOrCtrl+Shift+Z'),
      'line',
      TEXT_ITEMS.cut,
      TEXT_ITEMS.copy,
      TEXT_ITEMS.paste,
      TEXT_ITEMS.selectAll,
      'line',
      command('search', 'Search', 'Szukaj', '/'),
      command('palette', 'All commands', 'Wszystkie polecenia', 'CmdOrCtrl+K'),
    ],
  },
  {
    words: { en: '&Catalogue', pl: '&Katalog' },
    items: [
      command('send', 'Send changes', 'Wyślij zmiany', 'CmdOrCtrl+Enter'),
      command('refresh', 'Refresh', 'Odśwież', 'CmdOrCtrl+R'),
      command('sync', 'Sync', 'Synchronizuj'),
      'line',
      command('outbox', 'Outbox', 'Do wysłania', 'Alt+5'),
    ],
  },
  {
    words: { en: '&View', pl: '&Widok' },
    items: [
      // Electron's default zoom keys differ from a browser's: zoom in needs Shift, and the number
      // pad is missing.
      ...withKeys(role('zoomIn', 'Zoom in', 'Powiększ'), 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'),
      ...withKeys(role('zoomOut', 'Zoom out', 'Pomniejsz'), 'CmdOrCtrl+numsub'),
      ...withKeys(role('resetZoom', 'Actual size', 'Rozmiar rzeczywisty'), 'CmdOrCtrl+num0'),
      'line',
      role('togglefullscreen', 'Full screen', 'Pełny ekran'),
    ],
  },
  {
    words: { en: 'Window', pl: 'Okno' },
    mac: true,
    items: [
      role('minimize', 'Minimize', 'Zminimalizuj'),
      role('zoom', 'Zoom', 'Powiększ okno'),
      role('close', 'Close', 'Zamknij'),
      'line',
      role('front', 'Bring All to Front', 'Umieść wszystko na wierzchu'),
    ],
  },
  {
    words: { en: '&Help', pl: 'Pomo&c' },
    items: [
      command('help', 'Cabinet help', 'Pomoc programu Cabinet', 'F1'),
      command('news', "What's new", 'Co nowego'),
      'line',
      command('shortcuts', 'Keyboard shortcuts', 'Skróty klawiszowe', 'CmdOrCtrl+/'),
      command('log', 'Log', 'Dziennik programu'),
    ],
  },
  {
    words: { en: '&Develop', pl: '&Programowanie' },
    development: true,
    items: [role('toggleDevTools', 'Developer tools', 'Narzędzia programisty')],
  },
];

function command(command: Command, en: string, pl: string, keys?: string): Item {
  return { command, words: { en, pl }, ...(keys === undefined ? {} : { keys }) };
}

function withKeys(item: RoleItem, ...keys: readonly string[]): readonly RoleItem[] {
  return [item, ...keys.map((alsoKeys) => ({ ...item, alsoKeys }))];
}

function role(role: RoleItem['role'], en: string, pl: string): RoleItem {
  return { role, words: { en, pl } };
}
