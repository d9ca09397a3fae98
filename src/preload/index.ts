import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopWindow } from '#contract/shell.ts';

const CHANNEL = 'cabinet:rpc';

// The one object a page sees; neither ipcRenderer nor its event objects ever reach it.
const cabinet: DesktopWindow<File> = {
  send: (frame) => ipcRenderer.send(CHANNEL, frame),
  onMessage: (listener) => {
    ipcRenderer.on(CHANNEL, (_event, message: unknown) => listener(message));
  },
  pathOf: (file) => webUtils.getPathForFile(file),
};

contextBridge.exposeInMainWorld('cabinet', cabinet);
