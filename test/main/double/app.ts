import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { control, onlyBeforeReady } from './control.ts';
import { Preventable } from './preventable.ts';
import { record, strict } from './strict.ts';
import { windows } from './window.ts';

type Modelled = Pick<
  Electron.App,
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'relaunch'
  | 'exit'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getLocale'
  | 'setBadgeCount'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'isPackaged'
>;

function endWithLastWindow(isQuitting: () => boolean, end: () => void): void {
  if (!isQuitting()) return;
  if (windows.length > 0) return void setImmediate(() => endWithLastWindow(isQuitting, end));
  record('ended');
  end();
}

class App extends EventEmitter implements Modelled {
  readonly isPackaged = control.packaged;
  quitting = false;

  enableSandbox(): void {
    onlyBeforeReady('enableSandbox');
    record('app.enableSandbox');
  }

  requestSingleInstanceLock(data: Record<string, unknown>): boolean {
    record('app.requestSingleInstanceLock', data);
    return control.lock;
  }

  async whenReady(): Promise<void> {
    record('app.whenReady');
    await new Promise((resolve) => setImmediate(resolve));
    control.ready = true;
  }

  /**
   * Quits as Electron does: asks the program, closes the windows, then ends.
   *
   * A window that stays open cancels the quit.
   */
  quit(): void {
    record('app.quit');
    const event = new Preventable();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.quitting = true;
    for (const window of windows.slice()) window.close();
    endWithLastWindow(
      () => this.quitting,
      () => this.emit('ended'),
    );
  }

  /** Cancels the quit after a window stayed open; the program must be asked to quit again. */
  stays(): void {
    this.quitting = false;
  }

  /** Exits as Electron does: at once, without asking. */
  exit(code?: number): void {
    record('app.exit', code);
    record('ended');
  }

  readonly commandLine = strict('app.commandLine', {
    hasSwitch: (name: string) => control.switches.includes(name),
  });

  setBadgeCount(count: number): boolean {
    record('app.setBadgeCount', count);
    return true;
  }

  /** As Electron 45: on Linux it does nothing, and says that nothing is set. */
  getLoginItemSettings(options?: Electron.LoginItemSettingsOptions): Electron.LoginItemSettings {
    const isSame =
      JSON.stringify(options?.args ?? []) === JSON.stringify(control.login?.args ?? []);
    const isOn = process.platform !== 'linux' && control.login !== null && isSame;
    return {
      openAtLogin: isOn,
      wasOpenedAtLogin: control.openedAtLogin,
      status: isOn ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: isOn,
      launchItems: [],
    };
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    record('app.setLoginItemSettings', settings);
    control.login = settings.openAtLogin === true ? settings : null;
  }

  relaunch(options?: Electron.RelaunchOptions): void {
    record('app.relaunch', options);
  }

  /** Emits `window-all-closed` as Electron does: only when Quit did not close the windows. */
  allClosed(): void {
    if (!this.quitting) this.emit('window-all-closed');
  }

  getPath(name: string): string {
    if (name === 'userData') return control.userData;
    if (name === 'appData') return control.appData;
    throw new Error(`electron: no path for ${name}`);
  }

  setPath(name: string, folder: string): void {
    if (name !== 'userData') throw new Error(`electron: no path for ${name}`);
    onlyBeforeReady('setPath');
    record('app.setPath', name, folder);
    control.userData = folder;
  }

  getVersion(): string {
    return '1.2.3';
  }

  getLocale(): string {
    return control.locale;
  }
}

export const realApp = new App();
export const app = strict('app', realApp);
