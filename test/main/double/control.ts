import os from 'node:os';

/** Settings that a test makes before the start, and the state of the fake Electron. */
export const control = {
  ready: false,
  lock: true,
  backend: 'gnome_libsecret' as 'gnome_libsecret' | 'basic_text',
  /** Encryption of the system: `v10` uses a public password, as Linux does without a keyring. */
  seal: 'v11' as 'v10' | 'v11',
  /**
   * False: a window that was never shown draws nothing and is never ready to show, as on Wayland.
   */
  drawsHidden: true,
  /** False: texts that were encrypted before cannot be decrypted any more. */
  opens: true,
  /**
   * When set, old texts should be encrypted again; that takes as long as this promise, and fails
   * with it.
   */
  resealing: null as Promise<void> | null,
  /** The only screen, without the bars of the system. */
  screen: { x: 0, y: 0, width: 1920, height: 1080 },
  locale: 'en-GB',
  /** The proxies of the system as Chromium lists them. */
  proxies: 'DIRECT',
  /** The system shows notifications. */
  notifies: true,
  packaged: true,
  /** The start with the computer that the program asked for; null for none. */
  login: null as { readonly args?: string[] } | null,
  /** macOS started the program with the computer. */
  openedAtLogin: false,
  userData: os.tmpdir(),
  appData: os.tmpdir(),
  /** Chromium switches on the command line, without their dashes. */
  switches: [] as string[],
  picked: [] as string[],
  /** The file that the user chooses to save to; empty: the user cancels the dialog. */
  target: '',
  /** The button of the next message box that the user presses; null: none is pressed. */
  pressed: null as number | null,
};

export function onlyBeforeReady(what: string): void {
  if (control.ready) throw new Error(`electron: ${what} is too late`);
}

export function onlyWhenReady(what: string): void {
  if (!control.ready) throw new Error(`electron: ${what} before ready`);
}
