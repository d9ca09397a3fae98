import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../state/commands.ts';
import { useCore } from '../state/core.ts';
import { toastStore } from '../state/toasts.ts';
import type { Command } from '../state/commands.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { redoNewest, undoNewest, undoStore } from '../fields/undo/undo.ts';
import { menuUndoName, redoName, undoName, useUndo } from './useUndo.ts';

/** The undo button, named after the batch; it also adds the palette commands. */
export function UndoButton() {
  const { t } = useTranslation();
  const { undo, redo } = useUndo();
  const busy = undoStore((state) => state.busy);
  const undoText = undo === null ? null : undoName(t, undo);
  const redoText = redo === null ? null : redoName(t, redo);
  useUndoCommands(undoText, redoText);
  const menuText = toastStore(({ toasts }) => menuUndoName(t, undo, toasts));
  useMenuNames(menuText, redoText);
  return (
    <IconButton
      icon={Undo2}
      label={undoName(t, undo)}
      shortcut="undo"
      disabled={undo === null || busy}
      onClick={() => void undoNewest()}
    />
  );
}

/** Sets the names of Undo and Redo in the system menu, if the shell has one. */
function useMenuNames(undo: string | null, redo: string | null): void {
  const client = useCore((core) => core.client);
  useEffect(() => {
    // A menu with an outdated name still works: it undoes the newest batch.
    void client?.call('shell.nameUndo', { undo, redo }).catch(() => {});
  }, [client, undo, redo]);
}

function useUndoCommands(undo: string | null, redo: string | null): void {
  const commands = useMemo(
    () =>
      [undo === null ? null : undoCommand(undo), redo === null ? null : redoCommand(redo)].filter(
        (command) => command !== null,
      ),
    [undo, redo],
  );
  useCommands(commands);
}

function undoCommand(label: string): Command {
  return {
    id: 'undo',
    label,
    words: 'undo cofnij',
    icon: Undo2,
    shortcut: 'undo',
    run: () => void undoNewest(),
  };
}

function redoCommand(label: string): Command {
  return {
    id: 'redo',
    label,
    words: 'redo ponów',
    icon: Redo2,
    shortcut: 'redo',
    run: () => void redoNewest(),
  };
}
