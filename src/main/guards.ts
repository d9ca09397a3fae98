import { app } from 'electron';
import type { Session, WebContents } from 'electron';
import { isDrawing, isPage } from './page.ts';

/** Prevents every page from navigating away, even if its code is compromised. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

function guard(contents: WebContents): void {
  contents.on('will-navigate', (details) => {
    if (!isPage(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    const isFitting = details.isMainFrame ? isPage(details.url) : isDrawing(details.url);
    if (!isFitting) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  // Our pages never block closing, so a block comes from foreign code.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // Our pages have no external links, so such a request comes from foreign code.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** The only permission of a page: writing text to the clipboard, not reading it. */
const HARMLESS = 'clipboard-sanitized-write';

/** Denies all other permissions of a page; Electron grants them by default. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === HARMLESS),
  );
  session.setPermissionCheckHandler((_contents, permission) => permission === HARMLESS);
  session.setDevicePermissionHandler(() => false);
  // The core writes our files to the place that the user chose.
  session.on('will-download', (event) => event.preventDefault());
}
