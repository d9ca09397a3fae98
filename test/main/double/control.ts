import os from 'node:os';

/** What a test decides before the program starts, and how far Electron has come. */
export const control = {
  ready: false,
  lock: true,
  backend: 'gnome_libsecret' as 'gnome_libsecret' | 'basic_text',
  /** How the system seals: `v10` with a password that everybody knows, as Linux does where no keyring answers. */
  seal: 'v11' as 'v10' | 'v11',
  /** False: as on Wayland, a window that was never shown draws nothing, and is never ready to be shown. */
  drawsHidden: true,
  /** False: what was sealed before cannot be opened any more. */
  opens: true,
  /** What was sealed before should be sealed anew; that takes as long as this does, and fails with it. */
  resealing: null as Promise<void> | null,
  /** What of the only screen no bar of the system covers. */
  screen: { x: 0, y: 0, width: 1920, height: 1080 },
  locale: 'en-GB',
  packaged: true,
  userData: os.tmpdir(),
  appData: os.tmpdir(),
  /** Switches of Chromium on the command line, without their dashes. */
  switches: [] as string[],
  picked: [] as string[],
  /** Where a person would save a file; empty: they leave the dialog. */
  target: '',
};

export function onlyBeforeReady(what: string): void {
  if (control.ready) throw new Error(`electron: ${what} is too late`);
}

export function onlyWhenReady(what: string): void {
  if (!control.ready) throw new Error(`electron: ${what} before ready`);
}
