import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopWindow } from '#contract/shell.ts';

const CHANNEL = 'cabinet:rpc';
const GIVEN = 'cabinet:given';

// The one object a page sees; neither ipcRenderer nor its event objects ever reach it.
const cabinet: DesktopWindow<File> = {
  send: (frame) => ipcRenderer.send(CHANNEL, frame),
  onMessage: (listener) => {
    ipcRenderer.on(CHANNEL, (_event, message: unknown) => listener(message));
  },
  // Only a file that a person dropped or chose lies anywhere. The shell is told before the page can name it.
  pathOf: (file) => {
    const place = webUtils.getPathForFile(file);
    if (place !== '') ipcRenderer.send(GIVEN, place);
    return place;
  },
};

contextBridge.exposeInMainWorld('cabinet', cabinet);
