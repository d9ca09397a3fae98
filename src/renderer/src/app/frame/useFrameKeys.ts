import { useEffect } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import type { Command } from '#contract/shell.ts';
import { focusFirstScreen } from '../../ui/keys/screenFocus.ts';
import type { ShortcutId } from '../../state/shortcuts.ts';
import { isDialogOpen, isTyping, runShortcut, useHotkeys } from '../../ui/keys/useHotkeys.ts';
import type { Hotkeys } from '../../ui/keys/useHotkeys.ts';
import { openExport, openImport } from '../../screens/records/state/tasks.ts';
import { redoNewest, undoLast } from '../../fields/undo/undo.ts';
import { dialogStore, openDialog } from '../../state/dialogs.ts';
import { start } from '../../state/runs.ts';
import { onShellCommand } from '../../state/shellNotices.ts';
import { goTo, goToKind, KIND_ORDER, SCREEN_IDS, viewStore } from '../../state/view.ts';
import { goInto } from './goInto.ts';

/** Every screen except those without a shortcut; the lists have one for each kind. */
const WITH_KEYS = SCREEN_IDS.filter(
  (screen) => screen !== 'records' && screen !== 'knowledge',
) satisfies ShortcutId[];

/** Handles the global shortcuts and the commands of the system's menu. */
export function useFrameKeys(): void {
  const keys: Hotkeys = {
    palette: unlessOpen(() => openDialog({ id: 'palette', text: '' })),
    search: unlessOpen(() => openDialog({ id: 'palette', text: '' })),
    help: unlessOpen(() => openDialog({ id: 'help', page: 'manual' })),
    shortcuts: unlessOpen(() => openDialog({ id: 'shortcuts' })),
    send: unlessOpen(() => void start('push')),
    refresh: () => void start('pull'),
    undo: unlessOpen(() => void undoLast()),
    redo: unlessOpen(() => void redoNewest()),
    ...Object.fromEntries(KIND_ORDER.map((kind) => [`kind:${kind}`, toKind(kind)] as const)),
    ...Object.fromEntries(
      WITH_KEYS.map((screen) => [screen, unlessOpen(() => goInto(() => goTo(screen)))] as const),
    ),
  };
  // Screens mount before the frame, so `beneath` lets their handlers win.
  useHotkeys(keys, true);
  useEffect(() => onShellCommand(obey), []);
  useEffect(focusFirstScreen, []);
}

function toKind(kind: Kind): () => boolean {
  return unlessOpen(() => goInto(() => goToKind(kind)));
}

// No shortcut acts under an open dialog.
function unlessOpen(act: () => void): () => boolean {
  return () => {
    if (dialogStore.getState().open !== null) return false;
    act();
    return true;
  };
}

const SHORTCUT_OF: Readonly<
  Record<Exclude<Command, 'sync' | 'import' | 'export' | 'news' | 'log' | 'signIn'>, ShortcutId>
> = {
  settings: 'settings',
  add: 'add',
  keep: 'keep',
  send: 'send',
  refresh: 'refresh',
  search: 'search',
  palette: 'palette',
  help: 'help',
  shortcuts: 'shortcuts',
  outbox: 'outbox',
  needsYou: 'needsYou',
  undo: 'undo',
  redo: 'redo',
};

/**
 * Runs a command of the system's menu like its shortcut.
 *
 * Under a dialog it does nothing.
 */
export function obey(command: Command): void {
  if ((command === 'undo' || command === 'redo') && isTyping(document.activeElement))
    // Letters are taken back by the field itself; only a browser's own command reaches them.
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand(command);
  else if (isDialogOpen()) return;
  else if (command === 'sync') {
    leaveField();
    void start('sync');
  } else if (command === 'news' || command === 'log') openDialog({ id: 'help', page: command });
  else if (command === 'signIn') openDialog({ id: 'signIn' });
  else if (command === 'import' || command === 'export') withList(command);
  else runShortcut(SHORTCUT_OF[command]);
}

// The menu does not take the focus. Blurring saves an open cell, so that its text is sent too.
function leaveField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !isTyping(activeElement)) return;
  activeElement.blur();
  if (activeElement.isConnected) activeElement.focus();
}

// Import and export use the visible list, or the last one.
function withList(command: 'import' | 'export'): void {
  const { kind } = viewStore.getState();
  goToKind(kind);
  if (command === 'import') openImport(kind);
  else void openExport(kind);
}
