import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { control, onlyWhenReady } from './control.ts';
import { Preventable } from './preventable.ts';
import { record, strict } from './strict.ts';

/** All open windows. */
export const windows: Window[] = [];
/** Emits new pages and the end of the last window; it is the app, once the app exists. */
export const births = new EventEmitter();

type ModelledContents = Pick<
  Electron.WebContents,
  'send' | 'reload' | 'isDestroyed' | 'id' | 'replaceMisspelling' | 'forcefullyCrashRenderer'
>;

export interface Frame {
  readonly frameTreeNodeId: number;
  url: string;
}

/** The page of a window. */
export class Contents extends EventEmitter implements ModelledContents {
  readonly id = 1;
  readonly ipc = new EventEmitter();
  readonly mainFrame: Frame = { frameTreeNodeId: 1, url: '' };
  readonly sent: { channel: string; message: unknown }[] = [];
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  destroyed = false;
  /** The page has a `beforeunload` listener that asks to stay. */
  wantsToStay = false;
  /** The page does not respond any more: only `destroy` ends it. */
  hangs = false;

  constructor() {
    super();
    // Every page of a test adds a listener here.
    this.setMaxListeners(0);
  }

  send(channel: string, message: unknown): void {
    // Electron clones every sent message, and throws when it cannot.
    this.sent.push({ channel, message: structuredClone(message) });
    this.emit('test-sent', structuredClone(message));
  }

  /** Receives a message of a frame; a message that cannot be cloned never leaves a page. */
  receive(channel: string, message: unknown, senderFrame: unknown = this.mainFrame): void {
    this.ipc.emit(channel, { senderFrame }, structuredClone(message));
  }

  /**
   * Returns whether the page may be left, by its `beforeunload`.
   *
   * The program is asked only when the page wants to stay.
   */
  mayLeave(): boolean {
    if (!this.wantsToStay) return true;
    const event = new Preventable();
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** Navigates to an address as a page does, with Electron's events; the program may prevent it. */
  go(url: string): void {
    const event = Object.assign(new Preventable(), { url, isMainFrame: true });
    this.emit('will-frame-navigate', event);
    if (!event.defaultPrevented) this.emit('will-navigate', event);
    // Electron emits this also for a prevented navigation, before it knows.
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    if (!event.defaultPrevented) this.mainFrame.url = url;
  }

  reload(): void {
    record('contents.reload');
    this.navigate(this.mainFrame.url);
  }

  forcefullyCrashRenderer(): void {
    record('contents.forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'crashed' });
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  replaceMisspelling(text: string): void {
    record('contents.replaceMisspelling', text);
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  navigate(url: string): void {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    this.mainFrame.url = url;
  }
}

type ModelledWindow = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isFocused'
  | 'flashFrame'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'loadURL'
>;

/** A window without a screen. */
export class Window extends EventEmitter implements ModelledWindow {
  readonly contents = new Contents();
  readonly webContents = strict('webContents', this.contents);
  readonly options;
  minimized = false;
  maximized = false;
  destroyed = false;
  #closing = false;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    onlyWhenReady('BrowserWindow');
    record('new BrowserWindow', options);
    this.options = options;
    windows.push(this);
    births.emit('contents', this.webContents);
  }

  loadURL(url: string): Promise<void> {
    record('window.loadURL', url);
    this.contents.navigate(url);
    setImmediate(() => this.#loaded());
    return Promise.resolve();
  }

  #loaded(): void {
    if (this.destroyed) return;
    this.contents.emit('did-stop-loading');
    if (control.drawsHidden) this.emit('ready-to-show');
  }

  /**
   * Closes as Electron does.
   *
   * The program and the page may prevent it. The page is notified when it is left, and its last
   * messages arrive before it ends.
   */
  close(): void {
    if (this.#closing || this.destroyed) return;
    const event = new Preventable();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    if (this.contents.hangs || !this.contents.mayLeave()) return void births.emit('stays');
    this.#closing = true;
    this.contents.emit('test-left');
    setImmediate(() => this.destroy());
  }

  destroy(): void {
    if (this.destroyed) return;
    windows.splice(windows.indexOf(this), 1);
    this.destroyed = true;
    this.contents.destroyed = true;
    this.contents.emit('destroyed');
    this.emit('closed');
    if (windows.length === 0) births.emit('all-closed');
  }

  show = () => record('window.show');
  focus = () => record('window.focus');
  restore = () => record('window.restore');
  maximize = () => {
    this.maximized = true;
  };
  /** The user works in this window. */
  focused = true;
  isFocused = () => this.focused;
  flashFrame = (flag: boolean) => record('window.flashFrame', flag);
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => ({ x: 40, y: 50, width: 1200, height: 800 });
}
