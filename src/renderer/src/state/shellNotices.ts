import { create } from 'zustand';
import type { Command } from '#contract/shell.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

interface ShellState {
  /** The sign-in lasts only until Cabinet closes, and the user has not been told yet. */
  readonly secretsNotKept: boolean;
  /** The version that the next start installs; null once the user has read the notice. */
  readonly updateReady: string | null;
}

export const shellStore = create<ShellState>(() => ({
  secretsNotKept: false,
  updateReady: null,
}));

type Handler = (command: Command) => void;
let handler: Handler = () => {};

/** Sets the handler of the system menu's commands. */
export function onShellCommand(next: Handler): void {
  handler = next;
}

/** Runs a command as the system menu does. */
export function runShellCommand(command: Command): void {
  handler(command);
}

/** Follows the commands and notices of the shell. */
export function followShell(client: CabinetClient): void {
  client.on('shell.command', ({ command }) => handler(command));
  client.on('shell.notice', (notice) =>
    shellStore.setState(
      notice.code === 'update-ready' ? { updateReady: notice.version } : { secretsNotKept: true },
    ),
  );
}
