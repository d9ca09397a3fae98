import { create } from 'zustand';
import type { Command } from '#contract/shell.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

interface ShellState {
  /** The sign-in lasts only until Cabinet is closed, and the person has not been told yet. */
  readonly secretsNotKept: boolean;
  /** The version that will be there after the next start, until the person has read it. */
  readonly updateReady: string | null;
}

export const shellStore = create<ShellState>(() => ({
  secretsNotKept: false,
  updateReady: null,
}));

type Handler = (command: Command) => void;
let handler: Handler = () => {};

/** Says who answers the system's menu. */
export function onShellCommand(next: Handler): void {
  handler = next;
}

/** Follows what the shell tells: its menu's commands and its notices. */
export function followShell(client: CabinetClient): void {
  client.on('shell.command', ({ command }) => handler(command));
  client.on('shell.notice', (notice) =>
    shellStore.setState(
      notice.code === 'update-ready' ? { updateReady: notice.version } : { secretsNotKept: true },
    ),
  );
}
