import { app } from 'electron';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { desktopEntry } from './desktopEntry.ts';
import { programFile } from './programFile.ts';

/** The start of Cabinet with the computer, as this system keeps it. */
interface Autostart {
  readonly isOn: (args: readonly string[]) => boolean;
  readonly set: (args: readonly string[], on: boolean) => void;
  /** Whether the system itself says that it made this start. */
  readonly isStart: () => boolean;
}

const windows: Autostart = {
  isOn: (args) => app.getLoginItemSettings({ args: args.map(quoted) }).openAtLogin,
  set: (args, on) => app.setLoginItemSettings({ openAtLogin: on, args: args.map(quoted) }),
  isStart: () => false,
};

const mac: Autostart = {
  isOn: () => app.getLoginItemSettings().openAtLogin,
  set: (_args, on) => app.setLoginItemSettings({ openAtLogin: on }),
  isStart: () => app.getLoginItemSettings().wasOpenedAtLogin,
};

/** Desktops of Linux start what lies in this folder (XDG autostart). */
const linux: Autostart = {
  isOn: () => fs.existsSync(desktopFile()),
  set: (args, on) => {
    const file = desktopFile();
    if (!on) return fs.rmSync(file, { force: true });
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, desktopEntry([programFile(), ...args]));
  },
  isStart: () => false,
};

export const autostart: Autostart =
  process.platform === 'win32' ? windows : process.platform === 'darwin' ? mac : linux;

function desktopFile(): string {
  const { XDG_CONFIG_HOME: given } = process.env;
  const config =
    given !== undefined && path.isAbsolute(given) ? given : path.join(os.homedir(), '.config');
  return path.join(config, 'autostart', 'cabinet.desktop');
}

function quoted(arg: string): string {
  return /\s/.test(arg) ? `"${arg}"` : arg;
}
