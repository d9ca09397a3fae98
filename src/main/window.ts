import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { Session, WebContents, WebPreferences } from 'electron';
import path from 'node:path';
import type { Log } from '#core/platform/platform.ts';
import { findUpward } from '#core/app/shell/findUpward.ts';
import { askToReload, say } from './boxes.ts';
import type { Language } from './menuItems.ts';
import { PAGE_URL } from './page.ts';
import { placeOn, smallestOn } from './place.ts';
import type { Screens } from './place.ts';
import type { ShellStore, WindowState } from './stores.ts';
import { offerTextMenu } from './textMenu.ts';

/**
 * On macOS the system checks the spelling; elsewhere Chromium would download a dictionary from
 * Google.
 */
const SPELLS = process.platform === 'darwin';

/** Returns the preferences that limit a page to the preload's object. */
function webPreferences(): WebPreferences {
  return {
    preload: path.join(import.meta.dirname, '..', 'preload', 'index.cjs'),
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    devTools: !app.isPackaged,
    spellcheck: SPELLS,
  };
}

/** Prevents downloads of spelling dictionaries. */
export function limitSpelling(session: Session): void {
  session.setSpellCheckerEnabled(SPELLS);
}

/**
 * Opens the window at its last place and shows it once it is rendered.
 *
 * `join` is called before the page loads.
 */
export function openWindow(
  store: ShellStore,
  log: Log,
  language: () => Language,
  join: (contents: WebContents) => void,
): BrowserWindow {
  const kept = store.window();
  const there = screens();
  const window = new BrowserWindow({
    ...smallestOn(there),
    ...placeOn(there, kept),
    title: 'Cabinet',
    ...icon(),
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16191c' : '#f6f7f8',
    webPreferences: webPreferences(),
  });
  showWhenDrawn(window, kept?.maximized === true);
  window.on('close', () => store.keepWindow(stateOf(window)));
  reviveAfterCrash(window, log, language);
  offerReload(window, log, language);
  offerTextMenu(window, language);
  join(window.webContents);
  void window.loadURL(PAGE_URL);
  return window;
}

/** Milliseconds after the load before a window is shown without `ready-to-show`. */
const GRACE_MS = 1_000;

// On Wayland a window may render only after it is shown, so `ready-to-show` might never come.
function showWhenDrawn(window: BrowserWindow, maximized: boolean): void {
  let timer: NodeJS.Timeout | undefined;
  let isDue = true;
  const show = () => {
    clearTimeout(timer);
    if (!isDue || window.isDestroyed()) return;
    isDue = false;
    if (maximized) window.maximize();
    window.show();
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-stop-loading', () => {
    if (isDue) timer = setTimeout(show, GRACE_MS);
  });
}

/** Brings the window to the front when Cabinet is started a second time. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Time after which a page that does not close is destroyed. */
const LEAVING_MS = 3_000;

/**
 * Closes the window and waits until it is gone.
 *
 * The page sends the last typed text while it closes, so the core must still run.
 */
export function windowClosed(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => window.destroy(), LEAVING_MS);
    window.once('closed', () => {
      clearTimeout(timer);
      resolve();
    });
    window.close();
  });
}

/** Returns the window icon on Linux; elsewhere the program file has it. */
function icon(): { icon?: string } {
  if (process.platform !== 'linux') return {};
  const file = findUpward(path.join('resources', 'icons', 'png', '512x512.png'));
  return file === null ? {} : { icon: file };
}

function stateOf(window: BrowserWindow): WindowState {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

function screens(): Screens {
  return {
    primary: screen.getPrimaryDisplay().workArea,
    all: screen.getAllDisplays().map(({ workArea }) => workArea),
  };
}

// A navigation during the crash event can crash the whole program.
function reloadSoon(window: BrowserWindow): void {
  setImmediate(() => {
    if (!window.isDestroyed()) window.webContents.reload();
  });
}

const REVIVALS = 3;
const REVIVAL_MS = 60_000;

/** Reloads the page after a crash; saved work is safe in the core. */
function reviveAfterCrash(window: BrowserWindow, log: Log, language: () => Language): void {
  let revivals: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log('error', `The window was lost: ${reason}`);
    if (window.isDestroyed()) return;
    const now = Date.now();
    revivals = [...revivals.filter((at) => now - at < REVIVAL_MS), now];
    if (revivals.length <= REVIVALS) return reloadSoon(window);
    // The window must be visible, because the message asks the user to close it.
    window.show();
    say('stopsAgain', { window, language: language() });
  });
}

/**
 * Offers to reload a page that does not respond; drafts of records outlive it.
 *
 * A hanging page cannot reload itself, so its process is ended and the crash handler reloads it.
 */
function offerReload(window: BrowserWindow, log: Log, language: () => Language): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question !== null) return;
    log('warn', 'The window does not respond.');
    const asked = new AbortController();
    question = asked;
    void askToReload({ window, language: language() }, asked.signal).then((reload) => {
      if (question === asked) question = null;
      if (reload && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => {
    if (question === null) return;
    log('info', 'The window responds again.');
    question.abort();
    question = null;
  });
}
