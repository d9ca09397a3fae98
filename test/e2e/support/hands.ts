import type { Page } from '@playwright/test';

interface Press {
  readonly key: string;
  readonly text: string;
  readonly modifiers?: number;
}

/** A press of the key with Ctrl. */
export const ctrl = (key: string): Press => ({ key, text: '', modifiers: 2 });
export const ENTER: Press = { key: 'Enter', text: '\r' };
export const ESCAPE: Press = { key: 'Escape', text: '' };

/**
 * Presses keys faster than the window draws, without waiting between them.
 *
 * Texts are typed letter by letter.
 */
export async function burst(page: Page, ...keys: readonly (string | Press)[]): Promise<void> {
  const presses = keys.flatMap((each) =>
    typeof each === 'string' ? Array.from(each, (key) => ({ key, text: key })) : [each],
  );
  const keyboard = await page.context().newCDPSession(page);
  await Promise.all(
    presses.map((each) => keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...each })),
  );
}
