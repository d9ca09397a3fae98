import { app, powerMonitor } from 'electron';
import type { BrowserWindow } from 'electron';
import { AppError, asAppError } from '#contract/errors.ts';
import type { Command } from '#contract/shell.ts';
import { isInProgram } from '#core/workspace/dataFolder/program.ts';
import { systemDisk, systemSeams } from '#core/app/nodePlatform.ts';
import type { Platform } from '#core/platform/platform.ts';
import { joinWindow } from '#core/app/shell/bridge.ts';
import type { ShellEmit, ShellHandlers } from '#core/app/shell/bridge.ts';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import type { CabinetHost } from '#core/app/shell/cabinetHost.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { managedInfoOf } from '#core/app/shell/managed.ts';
import { sendBeforeQuit } from '#core/app/shell/lastSend.ts';
import { findRenderer } from '#core/app/shell/findUpward.ts';
import { DesktopAttention } from './attention.ts';
import { DesktopBackground } from './background.ts';
import { askToSend, say, sayNoWindow, showLastSend } from './boxes.ts';
import type { Before } from './boxes.ts';
import type { Grants } from './grants.ts';
import { hostHandlers } from './hostHandlers.ts';
import { pickFiles, pickFolder, saveFile } from './dialogs.ts';
import { pageChannels } from './ipcChannel.ts';
import { menuLanguage, showMenu } from './menu.ts';
import type { MenuState } from './menu.ts';
import type { Language } from './menuItems.ts';
import { servePages } from './protocol.ts';
import { desktopProxy } from './systemProxy.ts';
import { LastTyped } from './lastTyped.ts';
import { desktopSecrets } from './secrets.ts';
import type { DesktopSecrets } from './secrets.ts';
import { signInFromEnvironment } from './signIn.ts';
import { ShellStore } from './stores.ts';
import { followUpdates, ReadyUpdate } from './updates.ts';
import { focusWindow, openWindow, windowClosed } from './window.ts';

type ShellPlace = Pick<Platform, 'dataDir' | 'program' | 'profile' | 'log' | 'policy'>;

export interface DesktopPlace extends ShellPlace {
  /** The arguments by which the same data folder is opened again. */
  readonly startArgs: readonly string[];
}

type Preventable = Pick<Electron.Event, 'preventDefault'>;

/** The data folder and profile of the window, and the menu's language. */
export interface Shown extends Before {
  readonly dataDir: string;
  readonly profile: string;
}

/** The running desktop program: one core, one window, one menu. */
export class Desktop {
  readonly #place;
  readonly #store = new ShellStore();
  readonly #secrets: DesktopSecrets;
  readonly #host: Promise<CabinetHost>;
  readonly #core: Promise<CabinetHost['core']>;
  /** The core, once it is open. */
  #opened: CabinetHost['core'] | null = null;
  readonly #closing = new AbortController();
  readonly #sessionEnd = new AbortController();
  readonly #update = new ReadyUpdate((version) =>
    this.#emit('shell.notice', { code: 'update-ready', version }),
  );
  readonly #attention = new DesktopAttention({
    window: () => this.#window,
    language: () => this.#language(),
    open: (command) => this.#openPlace(command),
  });
  readonly #background = new DesktopBackground({
    store: this.#store,
    language: () => this.#language(),
    show: () => this.show(),
    open: (command) => this.#openPlace(command),
    args: () => this.#place.startArgs,
  });
  readonly #typed = new LastTyped();
  #window: BrowserWindow | null = null;
  #emit: ShellEmit = () => {};
  #menu: MenuState | null = null;

  /** Opens the core and the window at the same time; the window waits for the core. */
  constructor(place: DesktopPlace) {
    const rendererDir = findRenderer();
    if (rendererDir === null) throw new AppError('internal', 'The pages of Cabinet are missing.');
    this.#place = place;
    this.#secrets = desktopSecrets(this.#store, place.log, () =>
      this.#emit('shell.notice', { code: 'secrets-not-kept' }),
    );
    this.#host = this.#openHost();
    this.#core = this.#host.then(({ core }) => core);
    servePages(rendererDir, async () => (await this.#core).folder);
    if (!this.#background.startsHidden) this.show();
    this.#core.then((core) => this.#follow(core)).catch((thrown: unknown) => this.#giveUp(thrown));
    powerMonitor.on('resume', () => this.#emit('shell.resumed', {}));
    this.#followUpdates();
    powerMonitor.on('suspend', () => place.log('info', 'The computer goes to sleep.'));
    // Electron's types lack the event parameter, although its documentation says to prevent it.
    powerMonitor.on('shutdown', (...[event]: Preventable[]) => this.#endWithSession(event));
  }

  /**
   * Quits before the system ends the program.
   *
   * The system would end it without notice, and a page sends the last typed text only when it is
   * closed.
   */
  #endWithSession(event: Preventable | undefined): void {
    event?.preventDefault();
    this.#sessionEnd.abort();
    app.quit();
  }

  /** Shows the window in front; opens it if it was closed. */
  show(): void {
    // A window opened during closing could not save anything.
    if (this.isClosing) return;
    if (this.#window === null || this.#window.isDestroyed()) this.#window = this.#open();
    else focusWindow(this.#window);
  }

  /** Whether Cabinet goes on when its window is closed. */
  get keepsRunning(): boolean {
    return this.#background.keepsRunning;
  }

  /** True while everything is saved before the program ends. */
  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * Returns whether the program may start again.
   *
   * Not when the session ends or an update will be installed.
   */
  get mayStartAgain(): boolean {
    return !this.#sessionEnd.signal.aborted && !this.#update.isThere;
  }

  /** The data folder, which may have been moved since the start. */
  get dataDir(): string {
    return this.#opened?.dataDir ?? this.#place.dataDir;
  }

  /** Returns the open data folder and profile, which may differ from those at the start. */
  async shown(): Promise<Shown> {
    const { dataDir, profile } = (await this.#host).core;
    return { dataDir, profile, window: this.#window, language: this.#language() };
  }

  #language(): Language {
    return this.#menu?.language ?? menuLanguage('system');
  }

  /** Closes the window, then saves everything; never rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#background.close();
    // The system ends the session in a moment, so there is no time to send.
    if (this.#opened !== null && !this.#sessionEnd.signal.aborted)
      await this.#sendLast(this.#opened);
    if (this.#window !== null) await windowClosed(this.#window);
    try {
      await (await this.#host).close();
    } catch (thrown) {
      this.#place.log('error', `Cabinet did not close cleanly: ${String(thrown)}`);
    }
  }

  #sendLast(core: CabinetHost['core']): Promise<void> {
    const before = () => ({ window: this.#window, language: this.#language() });
    return sendBeforeQuit(core, {
      clock: systemSeams.clock,
      log: this.#place.log,
      // A window that is closed has passed on its text.
      saveTyped: async () => {
        if (this.#window !== null) await this.#typed.save(() => this.#emit('shell.leaving', {}));
      },
      ask: (count, over) => askToSend(before(), count, over),
      show: (count, over) => showLastSend(before(), count, over),
      sessionEnd: this.#sessionEnd.signal,
    });
  }

  #openHost(): Promise<CabinetHost> {
    const platform: Platform = {
      ...this.#place,
      ...systemSeams,
      systemProxy: desktopProxy,
      secrets: this.#secrets,
    };
    const demo = { account: DEMO_ACCOUNT, start: startDemo };
    return openHost(platform, demo, (name, data) => {
      this.#emit(name, data);
      if (name === 'shell.profile') void this.#core.then((core) => this.#showProfile(core));
    });
  }

  #open(): BrowserWindow {
    const { log } = this.#place;
    const words = () => this.#language();
    const window = openWindow(this.#store, log, words, (contents) => {
      pageChannels(contents, (channel, grants) => {
        const shell = this.#handlers(grants);
        this.#emit = joinWindow(channel, {
          core: this.#core,
          shell,
          log,
          guard: grants.guard,
          noteCall: this.#typed.note,
        });
      });
    });
    window.on('query-session-end', (event) => this.#endWithSession(event));
    window.on('focus', () => this.#attention.seen());
    window.on('closed', () => {
      this.#window = null;
      this.#emit = () => {};
    });
    return window;
  }

  /** Returns the handlers of one page. */
  #handlers(grants: Grants): ShellHandlers {
    let isGreeted = false;
    return {
      ...hostHandlers(this.#host),
      'shell.info': async () => {
        // A page calls this first and listens to notices from then on.
        if (!isGreeted) setImmediate(this.#update.greet);
        isGreeted = true;
        return {
          shell: 'electron',
          platform: process.platform,
          version: app.getVersion(),
          locale: app.getLocale(),
          persistsSecrets: await this.#secrets.persist(),
          managed: managedInfoOf(this.#place.policy),
          profile: this.#opened?.profile ?? this.#place.profile,
        };
      },
      'shell.pickFiles': (wanted) => pickFiles(this.#window, this.#store, grants, wanted),
      'shell.pickFolder': () => pickFolder(this.#window, grants),
      'shell.saveFile': ({ name }) => saveFile(this.#window, this.#store, grants, name),
      'shell.left': () => {
        this.#typed.left();
        return {};
      },
      'shell.background': () => ({ settings: this.#background.settings }),
      'shell.setBackground': (change) => ({ settings: this.#background.set(change) }),
      'shell.nameUndo': (names) => {
        this.#showMenu(names);
        return {};
      },
    };
  }

  #showMenu(change: Partial<MenuState>): void {
    // On macOS the menu stays after the window is closed.
    const run = (command: Command) =>
      this.#window === null ? this.show() : this.#emit('shell.command', { command });
    const first = { language: menuLanguage('system'), undo: null, redo: null, run };
    this.#menu = { ...first, ...this.#menu, ...change };
    showMenu(this.#menu);
  }

  #followUpdates(): void {
    const { log, policy } = this.#place;
    void followUpdates(
      {
        policy: policy?.managed.updates,
        platform: process.platform,
        resources: process.resourcesPath,
        packaged: app.isPackaged,
        dataInProgram: this.#isInProgram(this.#place.dataDir),
        clock: systemSeams.clock,
        log,
        load: async () => (await import('electron-updater')).default.autoUpdater,
        ready: this.#update.came,
        sessionEnd: this.#sessionEnd.signal,
      },
      this.#closing.signal,
    ).catch((thrown: unknown) => log('error', `Updates stopped: ${String(thrown)}`));
  }

  async #follow(core: CabinetHost['core']): Promise<void> {
    this.#opened = core;
    core.on('settings.changed', () => {
      void this.#nameMenu(core);
      void this.#showBadge(core);
      void this.#followAutomatic(core);
    });
    core.on('attention', (attention) => this.#attention.tell(attention));
    core.on('outbox.changed', () => void this.#showBadge(core));
    void this.#showBadge(core);
    await this.#nameMenu(core);
    await this.#followAutomatic(core);
    // Nothing is synced without a press, so a hidden program would do nothing.
    if (this.#window === null && !this.keepsRunning && process.platform !== 'darwin') this.show();
    const { dataDir, window, language } = await this.shown();
    if (this.#isInProgram(dataDir)) say('dataInProgram', { window, language }, { shown: dataDir });
    await signInFromEnvironment(core, this.#place.log);
  }

  #isInProgram(folder: string): boolean {
    return isInProgram(systemDisk.files, this.#place.program ?? null, folder);
  }

  /** Brings the window to the front and runs a command in it. */
  #openPlace(command: Command): void {
    this.show();
    this.#emit('shell.command', { command });
  }

  /** Each profile has its own language and its own changes. */
  async #showProfile(core: CabinetHost['core']): Promise<void> {
    await Promise.all([this.#nameMenu(core), this.#showBadge(core), this.#followAutomatic(core)]);
  }

  async #showBadge(core: CabinetHost['core']): Promise<void> {
    // A profile that is being closed answers nothing.
    const told = await Promise.all([
      core.call('status.get', {}),
      core.call('settings.get', {}),
    ]).catch(() => null);
    if (told === null) return;
    const [{ queue }, { notifications }] = told;
    const needy = queue.refused + queue.conflict + queue.unknown;
    this.#attention.badge(notifications === 'off' ? 0 : needy);
  }

  async #followAutomatic(core: CabinetHost['core']): Promise<void> {
    const settings = await core.call('settings.get', {}).catch(() => null);
    if (settings === null) return;
    this.#background.follow(settings.autoSend === 'online' || settings.refreshMinutes > 0);
  }

  async #nameMenu(core: CabinetHost['core']): Promise<void> {
    const settings = await core.call('settings.get', {}).catch(() => null);
    this.#showMenu({ language: menuLanguage(settings?.language ?? 'system') });
  }

  #giveUp(thrown: unknown): void {
    const error = asAppError(thrown);
    this.#place.log('error', `Cabinet could not be opened: ${error.message}`);
    sayNoWindow(error, menuLanguage('system'));
    app.quit();
  }
}
