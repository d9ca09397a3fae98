import { useEffect, useMemo } from 'react';
import type { LucideIcon } from 'lucide-react';
import { create } from 'zustand';
import type { ShortcutId } from './shortcuts.ts';

/** A command that the palette offers to the user. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Further search words, in any language. */
  readonly words?: string;
  readonly icon: LucideIcon;
  readonly shortcut?: ShortcutId;
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface CommandState {
  readonly sets: ReadonlyMap<symbol, readonly Command[]>;
}

const commandStore = create<CommandState>(() => ({ sets: new Map() }));

/**
 * Offers commands in the palette while the component is mounted.
 *
 * The list must be memoised.
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const id = Symbol('commands');
    commandStore.setState(({ sets }) => ({ sets: new Map(sets).set(id, commands) }));
    return () => {
      commandStore.setState(({ sets }) => {
        const rest = new Map(sets);
        rest.delete(id);
        return { sets: rest };
      });
    };
  }, [commands]);
}

/** Returns every command offered now, a screen's own commands first. */
export function useAllCommands(): readonly Command[] {
  const sets = commandStore((state) => state.sets);
  return useMemo(() => [...sets.values()].toReversed().flat(), [sets]);
}
