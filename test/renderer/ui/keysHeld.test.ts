import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

/** Fake element; `over` names the layer over the page that contains it. */
class FakeElement {
  readonly #over: string;

  constructor(over: string) {
    this.#over = over;
  }

  closest(selector: string): FakeElement | null {
    return this.#over !== '' && selector.includes(this.#over) ? this : null;
  }
}

vi.stubGlobal('Element', FakeElement);
vi.stubGlobal('HTMLElement', FakeElement);
vi.stubGlobal('HTMLInputElement', class FakeInput extends FakeElement {});
const { holdKeys, joinKeys, onKey, pressOnce } =
  await import('../../../src/renderer/src/ui/keys/useHotkeys.ts');

const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  const note = (what: string) => () => void done.push(what);
  const shown = {
    keep: note('keep'),
    leave: note('leave'),
    undo: note('undo'),
    send: note('send'),
    outbox: note('outbox'),
    choose: note('choose'),
  };
  onTestFinished(joinKeys({ current: shown }));
});

interface Held {
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly over?: string;
  readonly repeat?: boolean;
}

/** Presses a key; returns whether its default action was prevented. */
function press(key: string, { over = '', ...held }: Held = {}): boolean {
  const event = new Event('keydown', { cancelable: true });
  const rest = { key, code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  Object.assign(event, rest, held);
  Object.defineProperty(event, 'target', { value: new FakeElement(over) });
  onKey(event as KeyboardEvent);
  return event.defaultPrevented;
}

describe('keys while a dialog is open', () => {
  it('do nothing beneath it', () => {
    onTestFinished(holdKeys());
    press('z', { ctrlKey: true });
    press('s', { ctrlKey: true });
    press('Enter', { ctrlKey: true });
    press('5', { altKey: true });
    press('x');
    expect(done).toEqual([]);
  });

  it('are not the browser\u2019s where it would load or save the page, and are where they move the focus', () => {
    onTestFinished(holdKeys());
    expect([press('r', { ctrlKey: true }), press('s', { ctrlKey: true })]).toEqual([true, true]);
    const own = ['Tab', 'Enter', ' ', 'Escape', 'ArrowDown'].map((key) => press(key));
    expect(own).toEqual([false, false, false, false, false]);
    expect([press('c', { ctrlKey: true }), press('v', { ctrlKey: true })]).toEqual([false, false]);
  });

  it('are for the page again when the last of two is closed', () => {
    const close = [holdKeys(), holdKeys()];
    close[0]?.();
    press('s', { ctrlKey: true });
    expect(done).toEqual([]);
    close[1]?.();
    press('s', { ctrlKey: true });
    expect(done).toEqual(['keep']);
  });

  it('Escape that closed what stood over the page leaves nothing of the page with it', () => {
    press('Escape', { over: '[role="dialog"]' });
    press('Escape', { over: '[role="menu"]' });
    expect(done).toEqual([]);
    press('Escape');
    expect(done).toEqual(['leave']);
  });
});

describe('keys in a menu that stands over the page', () => {
  it('are its own, unless they are a command of the whole window', () => {
    press('x', { over: '[role="menu"]' });
    expect(done).toEqual([]);
    press('5', { altKey: true, over: '[role="menu"]' });
    expect(done).toEqual(['outbox']);
  });
});

describe('a key that is held down', () => {
  it('sends, keeps and takes back once, and is not the browser\u2019s meanwhile', () => {
    const ctrlKey = true;
    const hold = (key: string) => [
      press(key, { ctrlKey }),
      press(key, { ctrlKey, repeat: true }),
      press(key, { ctrlKey, repeat: true }),
    ];
    expect([...hold('Enter'), ...hold('s'), ...hold('z')]).not.toContain(false);
    expect(done).toEqual(['send', 'keep', 'undo']);
  });

  it('presses a button once, whatever the button is by then', () => {
    const enter = (over: string, repeat: boolean) => {
      const event = new Event('keydown', { cancelable: true });
      Object.assign(event, { key: 'Enter', repeat });
      Object.defineProperty(event, 'target', { value: new FakeElement(over) });
      pressOnce(event as KeyboardEvent);
      return event.defaultPrevented;
    };
    expect([enter('button', false), enter('button', true), enter('', true)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
