import { STILL } from '../state/motion.ts';

/**
 * Shows the full text of a shortened label as a tooltip.
 *
 * Measuring whether a label is shortened forces a layout. While a list scrolls under a resting
 * pointer, only the last label is measured, once the list stands still.
 */
export class CutTexts {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = { x: -1, y: -1 };
  /** Elements whose title was set here; titles set by a screen stay untouched. */
  readonly #told = new WeakSet<Element>();

  /** Handles a mouseover event. */
  readonly see = ({ target, screenX: x, screenY: y }: MouseEvent): void => {
    const rests = x === this.#at.x && y === this.#at.y;
    this.#at = { x, y };
    this.stop();
    const text = target instanceof Element ? target.closest<HTMLElement>('.cut') : null;
    if (text === null || this.#saysItself(text)) return;
    if (rests) this.#timer = setTimeout(() => this.#tellWhole(text), STILL);
    else this.#tellWhole(text);
  };

  readonly stop = (): void => clearTimeout(this.#timer);

  #saysItself(text: Element): boolean {
    const titled = text.closest('[title]');
    return titled !== null && !this.#told.has(titled);
  }

  // Only a shortened text gets a tooltip.
  #tellWhole(text: HTMLElement): void {
    this.#told.add(text);
    if (text.scrollWidth > text.clientWidth) text.title = text.textContent;
    else text.removeAttribute('title');
  }
}

/**
 * Adds tooltips to the shortened texts of the whole window.
 *
 * Returns the function that stops this.
 */
export function followCutTexts(): () => void {
  const over = new CutTexts();
  document.addEventListener('mouseover', over.see);
  return () => {
    document.removeEventListener('mouseover', over.see);
    over.stop();
  };
}
