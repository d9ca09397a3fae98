import { STILL } from '../state/motion.ts';

/**
 * Tells a text that is cut in full, where the mouse points at it. Whether it is cut has to be measured: while
 * texts pass under a mouse that rests, as they do when a list is scrolled, that would lay out the list once more
 * for each of them, so there the last one is looked at when they stand still.
 */
export class CutTexts {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = { x: -1, y: -1 };
  /** Those that were told here: what the screen says on a text itself, or around it, is not touched. */
  readonly #told = new WeakSet<Element>();

  /** Takes an event of the mouse that came over something. */
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

  // Only a text that is cut is told in full.
  #tellWhole(text: HTMLElement): void {
    this.#told.add(text);
    if (text.scrollWidth > text.clientWidth) text.title = text.textContent;
    else text.removeAttribute('title');
  }
}

/** Tells the cut texts of the whole window, dialogs too; gives the way to end it. */
export function followCutTexts(): () => void {
  const over = new CutTexts();
  document.addEventListener('mouseover', over.see);
  return () => {
    document.removeEventListener('mouseover', over.see);
    over.stop();
  };
}
