import { app, realApp } from './app.ts';
import {
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} from './parts.ts';
import { strict } from './strict.ts';
import { Tray } from './tray.ts';
import { births, Window as BrowserWindow } from './window.ts';

births.on('contents', (contents: unknown) => realApp.emit('web-contents-created', {}, contents));
births.on('all-closed', () => realApp.allClosed());
births.on('stays', () => realApp.stays());

// The module that `import … from 'electron'` returns instead of Electron.
export {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
};

// electron-store asks for the default export, as Electron itself has one.
// oxlint-disable-next-line import/no-default-export
export default strict('electron', { app, ipcMain, shell });
