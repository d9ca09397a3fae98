import { beforeEach, expect, it, vi } from 'vitest';

/** An element of a page, or of a dialog over it. */
class FakeElement {
  isConnected = true;
  readonly name: string;
  readonly #over: boolean;

  constructor(name: string, over = false) {
    this.name = name;
    this.#over = over;
  }

  closest(): FakeElement | null {
    return this.#over ? this : null;
  }

  focus(): void {
    page.activeElement = this;
  }
}

const page = {
  body: new FakeElement('body'),
  activeElement: new FakeElement('body'),
  list: new FakeElement('list'),
  querySelector: () => page.list,
};
vi.stubGlobal('HTMLElement', FakeElement);
vi.stubGlobal('document', page);
const { giveFocusBack, noteFocus } = await import('../../src/renderer/src/keys/focusBack.ts');

const field = new FakeElement('field');
const see = (target: FakeElement) => noteFocus({ target: target as unknown as EventTarget });

beforeEach(() => {
  page.activeElement = page.body;
  field.isConnected = true;
});

it('a dialog that closes gives the focus back to who had it', () => {
  see(field);
  see(new FakeElement('button', true));
  giveFocusBack();
  expect(page.activeElement.name).toBe('field');
});

it('nobody loses the focus to that', () => {
  see(field);
  page.activeElement = new FakeElement('another');
  giveFocusBack();
  expect(page.activeElement.name).toBe('another');
});

it('the list gets it where who had it is gone', () => {
  see(field);
  field.isConnected = false;
  giveFocusBack();
  expect(page.activeElement.name).toBe('list');
});
