import { app, Menu, Tray } from 'electron';
import path from 'node:path';
import type { Background, Command } from '#contract/shell.ts';
import { findUpward } from '#core/app/shell/findUpward.ts';
import { autostart } from './autostart.ts';
import type { Language, Words } from './menuItems.ts';
import type { ShellStore } from './stores.ts';

/** The argument of a start with the computer: no window opens. */
export const HIDDEN = '--hidden';

interface Ports {
  readonly store: ShellStore;
  readonly language: () => Language;
  readonly show: () => void;
  readonly open: (command: Command) => void;
  /** Further arguments of a start with the computer, such as the data folder. */
  readonly args: () => readonly string[];
}

/** The settings that change; others stay. */
type Change = { readonly [K in keyof Background]?: boolean | undefined };

const WORDS = {
  open: { en: 'Open Cabinet', pl: 'Otwórz Cabinet' },
  outbox: { en: 'Outbox', pl: 'Do wysłania' },
  quit: { en: 'Quit', pl: 'Zakończ' },
} satisfies Record<string, Words>;

/**
 * Cabinet without a window: the start with the computer, and the icon in the notification area.
 *
 * Both belong to this computer, not to a profile: a backup of somebody else cannot turn them on.
 */
export class DesktopBackground {
  readonly #ports;
  /** Whether changes are sent or the catalogue is refreshed without a press. */
  #isAutomatic = false;
  #tray: Tray | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Null for a program that is not installed. */
  get settings(): Background | null {
    if (!app.isPackaged) return null;
    return {
      startWithComputer: autostart.isOn(this.#args),
      keepRunning: this.#ports.store.keepsRunning(),
    };
  }

  /** Changes the settings; throws if the system does not take them. */
  set({ startWithComputer, keepRunning }: Change): Background | null {
    if (!app.isPackaged) return null;
    if (startWithComputer !== undefined) autostart.set(this.#args, startWithComputer);
    if (keepRunning !== undefined) this.#ports.store.keepRunning(keepRunning);
    this.#drawTray();
    return this.settings;
  }

  /** Notes whether something happens without a press; else nothing needs to keep running. */
  follow(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
    this.#drawTray();
  }

  /** Whether Cabinet goes on when its window is closed. On macOS every program does. */
  get keepsRunning(): boolean {
    return this.#tray !== null;
  }

  /** Whether this start opens no window, as far as is known before the profile is open. */
  get startsHidden(): boolean {
    const mayHide = app.isPackaged && this.#ports.store.keepsRunning();
    return mayHide && (process.argv.includes(HIDDEN) || autostart.isStart());
  }

  get #args(): readonly string[] {
    return [HIDDEN, ...this.#ports.args()];
  }

  close(): void {
    this.#tray?.destroy();
    this.#tray = null;
  }

  #drawTray(): void {
    const wanted = this.#ports.store.keepsRunning() && this.#isAutomatic && app.isPackaged;
    if (!wanted) return this.close();
    // On macOS the icon in the Dock stays.
    if (process.platform === 'darwin') return;
    const { language, show, open } = this.#ports;
    const image = trayImage();
    if (image === null) return;
    this.#tray ??= newTray(image, show);
    const words = language();
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: WORDS.open[words], click: show },
        { label: WORDS.outbox[words], click: () => open('outbox') },
        { type: 'separator' },
        { label: WORDS.quit[words], click: () => app.quit() },
      ]),
    );
  }
}

function newTray(image: string, show: () => void): Tray {
  const tray = new Tray(image);
  tray.setToolTip('Cabinet');
  tray.on('click', show);
  return tray;
}

function trayImage(): string | null {
  const file = process.platform === 'win32' ? '16x16.png' : '32x32.png';
  return findUpward(path.join('resources', 'icons', 'png', file));
}
