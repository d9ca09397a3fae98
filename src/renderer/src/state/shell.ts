import { useEffect, useState } from 'react';
import type {
  Background,
  BackupInfo,
  DataFolder,
  DiagnosticPart,
  LogLine,
  ProfileInfo,
  ShellInfo,
} from '#contract/shell.ts';
import { datedName } from './datedName.ts';
import { connected, reached } from './core.ts';

/** Returns the shell around the window and its abilities; null until it answers. */
export function useShellInfo(): ShellInfo | null {
  const [info, setInfo] = useState<ShellInfo | null>(null);
  useEffect(() => {
    let shown = true;
    // Without a shell there is nothing to show.
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
  return (await reached()).call('shell.info', {});
}

/** Lists every profile on this computer. */
export async function listProfiles(): Promise<readonly ProfileInfo[]> {
  return (await (await reached()).call('shell.profiles', {})).profiles;
}

/** Returns the newest lines of the log, newest first. */
export async function readLog(): Promise<readonly LogLine[]> {
  return (await (await reached()).call('shell.log', {})).lines;
}

/** Opens another profile in every window and creates it if needed. */
export async function openProfile(name: string): Promise<void> {
  await connected().call('shell.openProfile', { name });
}

/** Lists the backups of the open profile's work, newest first. */
export async function listBackups(): Promise<readonly BackupInfo[]> {
  return (await (await reached()).call('shell.backups', {})).backups;
}

/** Replaces the open profile's work by a backup. */
export async function restoreBackup(name: string): Promise<void> {
  await connected().call('shell.restoreBackup', { name });
}

/**
 * Removes a profile that is not open.
 *
 * `waiting` is the number of pending changes that the user was warned about.
 */
export async function removeProfile(name: string, waiting: number): Promise<void> {
  await connected().call('shell.removeProfile', { name, waiting });
}

/** Opens the demo catalogue: no account, no network. */
export async function startDemo(): Promise<void> {
  await connected().call('shell.startDemo', {});
}

/**
 * Restarts the core's writer.
 *
 * Returns false when it does not start.
 */
export async function restartCore(): Promise<boolean> {
  return (await connected().call('shell.restart', {})).running;
}

/** Collects the diagnostics of this computer's Cabinet for support. */
export async function collectDiagnostics(): Promise<readonly DiagnosticPart[]> {
  return (await connected().call('shell.diagnostics', {})).parts;
}

/**
 * Saves the collected diagnostics to a file that the user chooses.
 *
 * Returns its name; null when the user cancels.
 */
export async function saveDiagnostics(): Promise<string | null> {
  const client = connected();
  const name = datedName('cabinet-diagnostics', 'zip');
  const target = await client.chooseTarget(name);
  if (target === 'left') return null;
  const to = target === 'download' ? null : target.path;
  const { file, data } = await client.call('shell.saveDiagnostics', { to });
  if (data !== null) download(data, name);
  return file ?? name;
}

function download(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Returns how the program works without a window; null where the shell cannot. */
export async function readBackground(): Promise<Background | null> {
  return (await (await reached()).call('shell.background', {})).settings;
}

export async function setBackground(change: Partial<Background>): Promise<Background | null> {
  return (await connected().call('shell.setBackground', change)).settings;
}

/** Returns the data folder of this computer. */
export async function dataFolder(): Promise<DataFolder> {
  return (await reached()).call('shell.dataFolder', {});
}

/**
 * Opens the system's folder dialog.
 *
 * Returns null when the user cancels.
 */
export async function pickFolder(): Promise<string | null> {
  return (await connected().call('shell.pickFolder', {})).path;
}

/** Moves the data of all profiles. */
export async function moveData(to: string): Promise<DataFolder> {
  return connected().call('shell.moveData', { to });
}

/** Removes the copy that a move left in the old folder. */
export async function removeOldData(folder: string): Promise<DataFolder> {
  return connected().call('shell.removeOldData', { folder });
}
