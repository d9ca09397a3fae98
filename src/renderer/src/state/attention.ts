import { ATTENTION_PLACE, attentionText } from '#contract/attention.ts';
import type { Attention } from '#contract/attention.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';
import { language } from '../i18n/locale.ts';
import { runShellCommand } from './shellNotices.ts';

/**
 * Shows notifications of a browser that has allowed them, while the page is in the background.
 *
 * On the desktop the program itself shows them, also without a page.
 */
export function followAttention(client: CabinetClient): void {
  holdWhileFocused();
  client.on('attention', (attention) => void notify(attention));
}

async function notify(attention: Attention): Promise<void> {
  if (permission() !== 'granted' || (await isAWindowFocused())) return;
  const { title, body } = attentionText(attention, language());
  // Several windows show one notification, because they share its tag.
  const shown = new Notification(title, { body, tag: attention.code });
  shown.addEventListener('click', () => {
    globalThis.focus();
    shown.close();
    runShellCommand(ATTENTION_PLACE[attention.code]);
  });
}

/** The lock of the windows that the person looks at; a closed window holds none. */
const FOCUSED = 'cabinet:focused';

function holdWhileFocused(): void {
  let release: (() => void) | null = null;
  const hold = () => {
    if (release !== null || !document.hasFocus()) return;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(FOCUSED, { mode: 'shared' }, () => held);
  };
  globalThis.addEventListener('focus', hold);
  globalThis.addEventListener('blur', () => {
    release?.();
    release = null;
  });
  hold();
}

async function isAWindowFocused(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === FOCUSED);
}

/** Returns whether this window may show notifications; `denied` where it cannot. */
export function permission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}
