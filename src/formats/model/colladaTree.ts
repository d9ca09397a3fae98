/** Returns the children of an element, in order. */
export function elementsIn(parent: Element): Element[] {
  const found: Element[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child)) found.push(child);
  return found;
}

/** Returns the children of an element with these names, in order. */
export function childrenOf(parent: Element, ...names: readonly string[]): Element[] {
  return elementsIn(parent).filter(({ nodeName }) => names.includes(nodeName));
}

/**
 * Returns every descendant with a name.
 *
 * The list does not change while elements are removed.
 */
export function allIn(parent: Element, name: string): Element[] {
  const found: Element[] = [];
  const visit = (element: Element) => {
    for (const child of elementsIn(element)) {
      if (child.nodeName === name) found.push(child);
      visit(child);
    }
  };
  visit(parent);
  return found;
}

/** Returns the last child with a name, the one that the loader reads, and removes the others. */
export function lastOf(parent: Element, name: string): Element | undefined {
  const all = childrenOf(parent, name);
  const last = all.pop();
  all.forEach(remove);
  return last;
}

/** Returns elements by id. */
export function byId(elements: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(elements.map((each) => [each.getAttribute('id') ?? '', each]));
}

export function remove(element: Element): void {
  element.parentNode?.removeChild(element);
}

/** Appends a new child element and returns it. */
export function append(
  parent: Element,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const made = parent.ownerDocument.createElementNS(parent.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.appendChild(made);
  return made;
}

/** Returns the line of an element, from 1; 0 for one that was added. */
export function lineOf(element: Element): number {
  return 'lineNumber' in element ? Number(element.lineNumber) : 0;
}

/** Returns the numbers of an element's text. */
export function integersIn(element: Element): number[] {
  const text = (element.textContent ?? '').trim();
  return text === '' ? [] : text.split(/\s+/).map(Number);
}

/** Returns the whole number from 0 that a text states; 0 for any other text. */
export function wholeIn(text: string | null): number {
  const whole = Number.parseInt(text ?? '', 10);
  return whole >= 0 && whole === Number(text) ? whole : 0;
}

export function offsetOf(input: Element): number {
  return wholeIn(input.getAttribute('offset'));
}

/** Returns how many numbers the inputs of a shape take for each corner. */
export function widthOf(inputs: readonly Element[]): number {
  return inputs.reduce((most, input) => Math.max(most, 1 + offsetOf(input)), 1);
}

/** Returns the counts of an element's text; a negative or broken count is 0. */
export function countsIn(element: Element): number[] {
  const text = (element.textContent ?? '').trim();
  return text === '' ? [] : text.split(/\s+/).map(wholeIn);
}

/** Returns `id` of `#id`; null for a reference to another file. */
export function idIn(url: string | null): string | null {
  return url?.startsWith('#') === true ? url.slice(1) : null;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
