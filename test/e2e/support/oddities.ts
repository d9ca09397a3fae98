import type { Page } from '@playwright/test';

/** A text that the user should never see: an unformatted value, or the key of a missing text. */
const UNWORDED =
  /\[object |\bundefined\b|\bNaN\b|\{\{|\b(?:common|errors|files|frame|model|outbox|past|plan|problems|records|review|settings|sheets|signIn)\.[a-z]\w*\.\w/u;

/**
 * Returns the faults of the current page.
 *
 * A fault is an empty page, an unformatted value, an element that no scrolling can reach, or a text
 * cut off without an ellipsis.
 */
export async function oddities(page: Page): Promise<readonly string[]> {
  const { text, isDrawn } = await page.evaluate(() => ({
    text: document.body.innerText,
    isDrawn: (document.querySelector('#root')?.childElementCount ?? 0) > 0,
  }));
  const unworded = UNWORDED.exec(text);
  return [
    ...(isDrawn ? [] : ['nothing is drawn']),
    ...(unworded === null ? [] : [`a text: ${around(text, unworded.index)}`]),
    ...(await misplaced(page)),
  ];
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 40), index + 40).replaceAll('\n', ' | ');
}

function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isClipping = (each: Element) => getComputedStyle(each).overflowX !== 'visible';
    const clipOf = (each: Element): Element | null => {
      let around = each.parentElement;
      while (around !== null && !isClipping(around)) around = around.parentElement;
      return around;
    };
    const told = (each: Element) =>
      `${each.tagName} ${each.className} "${each.textContent?.slice(0, 30) ?? ''}" at ${innerWidth}`;
    // Content left of or above the start of a box cannot be scrolled to.
    const isOutOfReach = (each: Element, position: string) => {
      const clip = position === 'fixed' ? null : clipOf(each);
      if (clip !== null && (clip.scrollLeft > 0 || clip.scrollTop > 0)) return false;
      const { left, top } = clip?.getBoundingClientRect() ?? { left: 0, top: 0 };
      const box = each.getBoundingClientRect();
      return box.left < left - 2 || box.top < top - 2;
    };
    const isSilentlyCut = (each: Element, style: CSSStyleDeclaration) =>
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      each.scrollWidth > each.clientWidth + 2;
    return [...document.querySelectorAll('#root *, [role=dialog] *')].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      const style = getComputedStyle(each);
      // Excludes texts only for screen readers, and the skip link that appears when it gets the
      // focus.
      const isForEyes = style.clipPath === 'none' && !each.matches('.frame-skip, svg *, input');
      if (width < 12 || height < 8 || !isForEyes) return [];
      const isPlaced = style.position === 'absolute' || style.position === 'fixed';
      if (isPlaced && isOutOfReach(each, style.position)) return [`out of reach: ${told(each)}`];
      return isSilentlyCut(each, style) ? [`cut: ${told(each)}`] : [];
    });
  });
}
