import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Presses keys in order; after each one the focus must be on a visible element and marked. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expectFocus(page, key);
  }
}

/** Fails when the focus is lost, out of view, or not marked. */
export async function expectFocus(page: Page, after: string): Promise<void> {
  await expect.poll(() => focus(page), `focus after ${after}`).toMatch(/^shown/);
}

const MOST_STOPS = 60;

/**
 * Goes round the whole page with Tab and returns the names of all stops.
 *
 * Every stop must be marked.
 */
export async function tabAround(page: Page): Promise<readonly string[]> {
  // A key that opens a screen moves the focus into it, so the round includes the way from there to
  // the end.
  await stopsToEnd(page);
  return stopsToEnd(page);
}

/** Presses Tab until the focus leaves the page at its end. */
async function stopsToEnd(page: Page): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let step = 0; step < MOST_STOPS; step += 1) {
    await page.keyboard.press('Tab');
    const now = await focus(page);
    if (now === 'lost' && stops.length > 0) return stops;
    expect(now, `after ${stops.at(-1)}`).toMatch(/^shown|^lost/);
    if (now !== 'lost') stops.push(now.replace('shown: ', ''));
  }
  throw new Error(`Tab does not come to an end: ${stops.join(', ')}`);
}

/** Returns the focused element and whether it is visible. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'lost';
    const text = focused.getAttribute('aria-label') ?? focused.textContent;
    const role = focused.getAttribute('role') ?? focused.tagName.toLowerCase();
    const name = `${role} ${text.slice(0, 40)}`;
    // An option of a segmented control is a hidden input; its label is visible.
    const choice = focused instanceof HTMLInputElement && focused.type === 'radio';
    const shown = (choice ? focused.labels?.[0] : null) ?? focused;
    const { width, top, bottom, left, right } = shown.getBoundingClientRect();
    const inSight = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    if (!inSight) return `out of sight: ${name}`;
    const around = [shown, shown.parentElement, shown.parentElement?.parentElement];
    const ringed = around.some((element) => {
      if (element === null || element === undefined) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return outlined || boxShadow !== 'none';
    });
    return `${ringed ? 'shown' : 'not shown'}: ${name}`;
  });
}
