import { app } from 'electron';
import type { Session, WebContents } from 'electron';
import { isPage } from './page.ts';

/** Keeps every page of the app where it is, whatever runs in it. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.on('will-navigate', (details) => {
    if (!isPage(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (!isPage(details.url) || !details.isMainFrame) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  // No page of ours asks to stay, so that whatever holds a window open was not ours.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // No page of ours links to the outside, so that whatever asks for it was not ours.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** What a page may do without asking: put text on the clipboard, never read it. */
const HARMLESS = 'clipboard-sanitized-write';

/** Denies whatever else a page could ask of the computer: Electron grants it by default. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === HARMLESS),
  );
  session.setPermissionCheckHandler((_contents, permission) => permission === HARMLESS);
  session.setDevicePermissionHandler(() => false);
  // Files of ours are written by the core, where a person said so.
  session.on('will-download', (event) => event.preventDefault());
}
