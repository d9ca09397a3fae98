import { beforeEach, expect, it, vi } from 'vitest';

/** An element of a page, or of a dialog over it. */
class FakeElement {
  isConnected = true;
  isDisabled = false;
  readonly name: string;
  readonly parentElement: FakeElement | null;
  readonly #over: boolean;
  readonly #attributes = new Map<string, string>();

  constructor(name: string, over = false, parent: FakeElement | null = null) {
    this.name = name;
    this.#over = over;
    this.parentElement = parent;
  }

  closest(): FakeElement | null {
    return this.#over ? this : null;
  }

  matches(selector: string): boolean {
    return selector === ':disabled' ? this.isDisabled : selector.split(', ').includes(this.name);
  }

  querySelector(): FakeElement | null {
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }

  addEventListener(): void {}

  focus(): void {
    page.activeElement = this;
    see(this);
  }
}

const page = {
  body: new FakeElement('body'),
  activeElement: new FakeElement('body'),
  list: new FakeElement('list') as FakeElement | null,
  querySelector: () => page.list,
};
vi.stubGlobal('HTMLElement', FakeElement);
vi.stubGlobal('document', page);
const { giveFocusBack, isFocusLost, layFocusDown, noteFocus } =
  await import('../../../src/renderer/src/ui/keys/focusBack.ts');

const list = new FakeElement('list');
const main = new FakeElement('main');
const field = new FakeElement('field', false, main);
const see = (target: FakeElement) => noteFocus({ target: target as unknown as EventTarget });

beforeEach(() => {
  page.activeElement = page.body;
  page.list = list;
  field.isConnected = true;
});

/** Removes the focused element, as a browser does. */
function remove(element: FakeElement): void {
  element.isConnected = false;
  page.activeElement = page.body;
}

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

it('where there is no list either, what is left of the place gets it', () => {
  see(field);
  page.list = null;
  see(new FakeElement('button', true));
  field.isConnected = false;
  giveFocusBack();
  expect(page.activeElement.name).toBe('main');
});

it('a focus that goes with its button is laid down in the nearest place that is left', () => {
  const panel = new FakeElement('aside', false, main);
  const button = new FakeElement('button', false, new FakeElement('footer', false, panel));
  button.focus();
  layFocusDown();
  expect(page.activeElement.name).toBe('button');
  remove(button);
  layFocusDown();
  expect(page.activeElement.name).toBe('aside');
});

it('and who comes later with a better place for it still finds it lost, until a person moves it', () => {
  const button = new FakeElement('button', false, main);
  button.focus();
  remove(button);
  layFocusDown();
  expect(isFocusLost()).toBe(true);
  new FakeElement('row', false, main).focus();
  expect(isFocusLost()).toBe(false);
});

it('so is one that was in a field which takes no text any more', () => {
  const name = new FakeElement('input', false, main);
  name.focus();
  name.isDisabled = true;
  page.activeElement = page.body;
  layFocusDown();
  expect(page.activeElement.name).toBe('main');
});

it('a press beside everything is no lost focus', () => {
  field.focus();
  page.activeElement = page.body;
  layFocusDown();
  expect(page.activeElement.name).toBe('body');
});

it('what stood over the page, a notice too, leaves it to who had it before', () => {
  field.focus();
  const undo = new FakeElement('button', true);
  undo.focus();
  remove(undo);
  layFocusDown();
  expect(page.activeElement.name).toBe('field');
});
