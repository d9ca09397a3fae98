import { Menu } from 'electron';
import type {
  BrowserWindow,
  ContextMenuParams,
  MenuItemConstructorOptions,
  PopupOptions,
} from 'electron';
import { asLabel, TEXT_ITEMS } from './menuItems.ts';
import type { Language, TextItem } from './menuItems.ts';

/** Adds a context menu to texts; Electron has none. */
export function offerTextMenu(window: BrowserWindow, language: () => Language): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(params, language(), (word) => webContents.replaceMisspelling(word));
    if (items.length > 0) Menu.buildFromTemplate(items).popup(placeOf(window, params));
  });
}

function itemsFor(
  { isEditable, editFlags, selectionText, dictionarySuggestions }: ContextMenuParams,
  language: Language,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const item = (name: TextItem, enabled: boolean): MenuItemConstructorOptions => {
    const { role, words } = TEXT_ITEMS[name];
    return { role, label: words[language], enabled };
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [item('copy', editFlags.canCopy)];
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const spelled = dictionarySuggestions.map((word) => ({
    label: asLabel(word),
    click: () => replace(word),
  }));
  return [
    ...spelled,
    ...(spelled.length === 0 ? [] : [line]),
    item('cut', editFlags.canCut),
    item('copy', editFlags.canCopy),
    item('paste', editFlags.canPaste),
    line,
    item('selectAll', editFlags.canSelectAll),
  ];
}

// A menu opened by key belongs at the text, not at the mouse.
function placeOf(
  window: BrowserWindow,
  { frame, menuSourceType, x, y }: ContextMenuParams,
): PopupOptions {
  const place = menuSourceType === 'keyboard' ? { x, y } : {};
  return { window, sourceType: menuSourceType, ...(frame === null ? {} : { frame }), ...place };
}
