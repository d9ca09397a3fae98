import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CutTexts, followCutTexts } from '../../../src/renderer/src/ui/cutTexts.ts';

/** Fake element with only the used members: a text that is cut when wider than its space. */
class Box {
  title = '';
  readonly clientWidth = 100;
  readonly textContent: string;
  readonly scrollWidth: number;
  readonly parent: Box | null;
  readonly isText: boolean;

  constructor(text: string, width: number, parent: Box | null = null, isText = true) {
    this.textContent = text;
    this.scrollWidth = width;
    this.parent = parent;
    this.isText = isText;
  }

  closest(what: string): Box | null {
    const fits = what === '.cut' ? this.isText : this.title !== '';
    return fits ? this : (this.parent?.closest(what) ?? null);
  }

  removeAttribute(): void {
    this.title = '';
  }
}

let over: CutTexts;
let x = 0;

beforeEach(() => {
  vi.stubGlobal('Element', Box);
  over = new CutTexts();
});
afterEach(() => vi.unstubAllGlobals());

/** Moves the mouse onto an element. */
function pointAt(target: Box): void {
  over.see({ target, screenX: ++x, screenY: 0 } as unknown as MouseEvent);
}

it('a text that is cut is told in full, wherever in it the mouse is', () => {
  const text = new Box('A name of many words', 400);
  pointAt(new Box('many', 10, text, false));
  expect(text.title).toBe('A name of many words');
});

it('a text that has its room is not told twice, and what was told goes when it has', () => {
  const whole = new Box('Short', 50);
  pointAt(whole);
  expect(whole.title).toBe('');
  const text = new Box('Long', 400);
  pointAt(text);
  expect(text.title).toBe('Long');
  Object.assign(text, { scrollWidth: 50 });
  pointAt(text);
  expect(text.title).toBe('');
});

it('what a part of the screen says itself, on the text or around it, stays', () => {
  const around = new Box('', 0, null, false);
  around.title = 'Hinge  ZAW-1';
  const within = new Box('Hinge', 400, around);
  pointAt(within);
  expect(within.title).toBe('');
  const own = new Box('Short', 50);
  own.title = 'What this is for';
  pointAt(own);
  expect(own.title).toBe('What this is for');
});

it('every text of the window is seen, until the window ends', () => {
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const text = new Box('The name of a file', 400);
  const move = () => {
    const event = Object.assign(new Event('mouseover'), { screenX: ++x, screenY: 0 });
    Object.defineProperty(event, 'target', { value: text });
    page.dispatchEvent(event);
  };
  const end = followCutTexts();
  move();
  expect(text.title).toBe('The name of a file');
  end();
  text.title = '';
  move();
  expect(text.title).toBe('');
});
