import { app, nativeImage, Notification } from 'electron';
import type { BrowserWindow } from 'electron';
import { ATTENTION_PLACE, attentionText } from '#contract/attention.ts';
import type { Attention } from '#contract/attention.ts';
import type { Command } from '#contract/shell.ts';
import type { Language } from './menuItems.ts';

/** A red dot of 16 × 16 pixels. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAZ0lEQVR42mM4qaXFQAnGJigLxB1AfBmIf0HxZaiYLCEDUqAa/uPAv6BqsBqQgkcjOk5BN0CWgM3YXCKLbEAHCZphuAPZgMtkGHAZ2YBfZBjwi6oGUOwFigOR4mikOCFRJSlTJTORjAE+7rcUjuchjwAAAABJRU5ErkJggg==';

interface Ports {
  readonly window: () => BrowserWindow | null;
  readonly language: () => Language;
  /** Brings the window to the front and opens a place in it. */
  readonly open: (command: Command) => void;
}

/** Notifications of the system and the badge of the program's icon. */
export class DesktopAttention {
  readonly #ports;
  // A notification that nothing refers to could be collected before it is clicked.
  readonly #shown = new Map<Attention['code'], Notification>();

  #badge = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Shows news, unless the window is in front. */
  tell(attention: Attention): void {
    const window = this.#ports.window();
    if (window?.isFocused() === true) return;
    window?.flashFrame(true);
    if (!Notification.isSupported()) return;
    const { code } = attention;
    const shown = new Notification(attentionText(attention, this.#ports.language()));
    // Newer news of a kind replaces the older.
    this.#shown.get(code)?.close();
    this.#shown.set(code, shown);
    shown.on('click', () => this.#ports.open(ATTENTION_PLACE[code]));
    shown.show();
  }

  /** Takes back what the user sees now in the window. */
  seen(): void {
    this.#ports.window()?.flashFrame(false);
    for (const notification of this.#shown.values()) notification.close();
    this.#shown.clear();
  }

  /** Shows the number of changes that need a decision at the icon; 0 shows none. */
  badge(count: number): void {
    if (count === this.#badge) return;
    this.#badge = count;
    if (process.platform !== 'win32') {
      app.setBadgeCount(count);
      return;
    }
    const { title } = attentionText({ code: 'decision', count, names: [] }, this.#ports.language());
    // Windows has no number at the icon, only a small picture with a description.
    const dot = count === 0 ? null : nativeImage.createFromDataURL(DOT);
    this.#ports.window()?.setOverlayIcon(dot, count === 0 ? '' : title);
  }
}
