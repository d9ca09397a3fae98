import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '#contract/shell.ts';

export type Language = 'en' | 'pl';
export type Words = Readonly<Record<Language, string>>;

/** What the system does by itself. */
export interface RoleItem {
  readonly role: NonNullable<MenuItemConstructorOptions['role']>;
  readonly words: Words;
  /** Keys beside those of the system: such a line is not seen, and answers them all the same. */
  readonly alsoKeys?: string;
}

/** One line of a menu: a role of the system, a command for the window, or a line between. */
export type Item =
  RoleItem | { readonly command: Command; readonly words: Words; readonly keys?: string } | 'line';

/** One menu of the bar. */
export interface MenuList {
  readonly words: Words;
  readonly items: readonly Item[];
  /** Only while the program is being developed. */
  readonly development?: boolean;
  /** Only on a Mac, where the system asks for it. */
  readonly mac?: boolean;
}

/** What can be done with a text, in the bar and where it is pointed at. */
export const TEXT_ITEMS = {
  cut: role('cut', 'Cut', 'Wytnij'),
  copy: role('copy', 'Copy', 'Kopiuj'),
  paste: role('paste', 'Paste', 'Wklej'),
  selectAll: role('selectAll', 'Select all', 'Zaznacz wszystko'),
} as const;
export type TextItem = keyof typeof TEXT_ITEMS;

/** A text as the label of a menu, which takes one such character for the mark of the letter behind it. */
export function asLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

/** The menu bar. A command is one line here and one in the window that carries it out. */
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
      command('keep', 'Keep changes', 'Zachowaj zmiany', 'CmdOrCtrl+S'),
      'line',
      command('settings', 'Settings', 'Ustawienia', 'CmdOrCtrl+,'),
      'line',
      role('quit', 'Quit', 'Zakończ'),
    ],
  },
  {
    words: { en: '&Edit', pl: '&Edycja' },
    items: [
      // The window knows whether a text is being typed, and takes back its letters then.
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
      command('send', 'Send', 'Wyślij', 'CmdOrCtrl+Enter'),
      command('refresh', 'Refresh', 'Odśwież', 'CmdOrCtrl+R'),
      command('sync', 'Sync', 'Synchronizuj'),
      'line',
      command('outbox', 'Outbox', 'Wychodzące', 'Alt+5'),
    ],
  },
  {
    words: { en: '&View', pl: '&Widok' },
    items: [
      // Electron's own keys are not those of a browser: for Larger they ask for Shift, and leave the block of numbers out.
      ...withKeys(role('zoomIn', 'Larger', 'Powiększ'), 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'),
      ...withKeys(role('zoomOut', 'Smaller', 'Pomniejsz'), 'CmdOrCtrl+numsub'),
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
    items: [command('shortcuts', 'Keyboard shortcuts', 'Skróty klawiszowe', '?')],
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
