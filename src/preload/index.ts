import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopWindow } from '#contract/shell.ts';

const CHANNEL = 'cabinet:rpc';
const GIVEN = 'cabinet:given';

// The only object exposed to the page; ipcRenderer and its events stay hidden.
const cabinet: DesktopWindow<File> = {
  send: (frame) => ipcRenderer.send(CHANNEL, frame),
  onMessage: (listener) => {
    ipcRenderer.on(CHANNEL, (_event, message: unknown) => listener(message));
  },
  // Only a dropped or chosen file has a path. The shell gets the path before the page can use it.
  pathOf: (file) => {
    const place = webUtils.getPathForFile(file);
    if (place !== '') ipcRenderer.send(GIVEN, place);
    return place;
  },
};

contextBridge.exposeInMainWorld('cabinet', cabinet);
