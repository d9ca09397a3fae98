import { STILL } from '../../../state/motion.ts';

/**
 * Tells a text that is cut in full, where the mouse points at it. Whether it is cut has to be measured: while
 * texts pass under a mouse that rests, as they do when a list is scrolled, that would lay out the list once more
 * for each of them, so there the last one is looked at when they stand still.
 */
export class CutTexts {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = { x: -1, y: -1 };

  /** Takes an event of the mouse that came over something. */
  readonly see = ({ target, screenX: x, screenY: y }: MouseEvent): void => {
    const rests = x === this.#at.x && y === this.#at.y;
    this.#at = { x, y };
    this.stop();
    if (!(target instanceof HTMLElement) || !target.classList.contains('cut')) return;
    if (rests) this.#timer = setTimeout(() => tellWhole(target), STILL);
    else tellWhole(target);
  };

  readonly stop = (): void => clearTimeout(this.#timer);
}

// Only a text that is cut is told in full.
function tellWhole(text: HTMLElement): void {
  if (text.scrollWidth > text.clientWidth) text.title = text.textContent;
  else text.removeAttribute('title');
}
