import { lineOf } from './colladaTree.ts';
import type { Notes } from './reading.ts';
import { quote } from './text.ts';

/** Notes references of a file that lead nowhere. */
export class Missing {
  readonly #notes;
  /** Other files that the model names. */
  readonly files = new Set<string>();

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  tell(element: Element, url: string): void {
    const [file = ''] = url.split('#');
    if (!url.startsWith('#') && file !== '') this.files.add(decoded(file));
    this.#notes.add('missingPart', {
      name: quote(url),
      value: element.nodeName,
      line: lineOf(element),
    });
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
