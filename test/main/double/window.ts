import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { control, onlyWhenReady } from './control.ts';
import { Preventable } from './preventable.ts';
import { record, strict } from './strict.ts';

/** Every window that is open. */
export const windows: Window[] = [];
/** Where the program hears of new pages and of the end of the last window; the app, once it exists. */
export const births = new EventEmitter();

type ModelledContents = Pick<
  Electron.WebContents,
  'send' | 'reload' | 'isDestroyed' | 'id' | 'replaceMisspelling'
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
  /** The page has a `beforeunload` that asks to stay. */
  wantsToStay = false;
  /** The page does not answer any more: nothing but `destroy` ends it. */
  hangs = false;

  constructor() {
    super();
    // Every page that a test makes listens here.
    this.setMaxListeners(0);
  }

  send(channel: string, message: unknown): void {
    // Electron clones what it sends, and throws at what it cannot clone.
    this.sent.push({ channel, message: structuredClone(message) });
    this.emit('test-sent', structuredClone(message));
  }

  /** Hears a message of a frame; what cannot be cloned never leaves a page. */
  receive(channel: string, message: unknown, senderFrame: unknown = this.mainFrame): void {
    this.ipc.emit(channel, { senderFrame }, structuredClone(message));
  }

  /** Asks the page whether it may go, as its `beforeunload` says: the program is asked only where the page wants to stay. */
  mayLeave(): boolean {
    if (!this.wantsToStay) return true;
    const event = new Preventable();
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** Goes to an address of its own accord, unless the program stops it; as Electron tells of it. */
  go(url: string): void {
    const event = Object.assign(new Preventable(), { url, isMainFrame: true });
    this.emit('will-frame-navigate', event);
    if (!event.defaultPrevented) this.emit('will-navigate', event);
    // Also told of where it was stopped, before that is found out.
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false });
    if (!event.defaultPrevented) this.mainFrame.url = url;
  }

  reload(): void {
    record('contents.reload');
    this.navigate(this.mainFrame.url);
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
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'loadURL'
>;

/** A window that nobody sees. */
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

  /** As Electron does: the program and the page may stop it; the page hears that it is left, and its last words come before it goes. */
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
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => ({ x: 40, y: 50, width: 1200, height: 800 });
}
