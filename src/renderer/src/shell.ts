import { useEffect, useState } from 'react';
import type { BackupInfo, ProfileInfo, ShellInfo } from '#contract/shell.ts';
import { connected } from './state/core.ts';

/** What runs around the window, and what it can do; null until the shell has answered. */
export function useShellInfo(): ShellInfo | null {
  const [info, setInfo] = useState<ShellInfo | null>(null);
  useEffect(() => {
    let shown = true;
    // Without a shell there is nothing to say about it.
    shellInfo().then(
      (next) => {
        if (shown) setInfo(next);
      },
      () => {},
    );
    return () => {
      shown = false;
    };
  }, []);
  return info;
}

async function shellInfo(): Promise<ShellInfo> {
  return connected().call('shell.info', {});
}

/** Every profile on this computer. */
export async function listProfiles(): Promise<readonly ProfileInfo[]> {
  return (await connected().call('shell.profiles', {})).profiles;
}

/** Shows another profile in every window; made anew when there is none of that name. */
export async function openProfile(name: string): Promise<void> {
  await connected().call('shell.openProfile', { name });
}

/** The backups of the open profile's work, the newest first. */
export async function listBackups(): Promise<readonly BackupInfo[]> {
  return (await connected().call('shell.backups', {})).backups;
}

/** Puts a backup in place of the open profile's work. */
export async function restoreBackup(name: string): Promise<void> {
  await connected().call('shell.restoreBackup', { name });
}

/** Removes a profile that is not open; `waiting` is what the person was told would be lost. */
export async function removeProfile(name: string, waiting: number): Promise<void> {
  await connected().call('shell.removeProfile', { name, waiting });
}

/** Opens the demo catalogue: no account, no network. */
export async function startDemo(): Promise<void> {
  await connected().call('shell.startDemo', {});
}

/** Starts the writing half of the core again; false when it does not start. */
export async function restartCore(): Promise<boolean> {
  return (await connected().call('shell.restart', {})).running;
}
