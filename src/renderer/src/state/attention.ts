import { ATTENTION_PLACE, attentionText } from '#contract/attention.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';
import { language } from '../i18n/locale.ts';
import { runShellCommand } from './shellNotices.ts';

/**
 * Shows notifications of a browser that has allowed them, while the page is in the background.
 *
 * On the desktop the program itself shows them, also without a page.
 */
export function followAttention(client: CabinetClient): void {
  client.on('attention', (attention) => {
    if (document.hasFocus() || permission() !== 'granted') return;
    const { title, body } = attentionText(attention, language());
    // Several windows show one notification, because they share its tag.
    const shown = new Notification(title, { body, tag: attention.code });
    shown.addEventListener('click', () => {
      globalThis.focus();
      shown.close();
      runShellCommand(ATTENTION_PLACE[attention.code]);
    });
  });
}

/** Returns whether this window may show notifications; `denied` where it cannot. */
export function permission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}
