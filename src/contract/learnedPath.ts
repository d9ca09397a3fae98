/** The step of a learned path to any item of a list. */
export const ITEM = 0;
/** The step of a learned path to any value of a map. */
export const ENTRY = 1;
export type LearnedStep = string | typeof ITEM | typeof ENTRY;

const STEPS = /\[\]|\.\*|\["(?:[^"\\]|\\.)*"\]|\.?([^.[]+)/gu;

/** Parses a path of the learned schema, such as `main.okucia[].kod`. */
export function stepsOf(path: string): readonly LearnedStep[] {
  return [...path.matchAll(STEPS)].map(([found, key]): LearnedStep => {
    if (key !== undefined) return key;
    if (found === '[]') return ITEM;
    return found === '.*' ? ENTRY : String(JSON.parse(found.slice(1, -1)));
  });
}

const KEYS = '{}';

/** Returns the path of the keys of an object, which may be codes themselves. */
export function keysPath(path: string): string {
  return `${path}${KEYS}`;
}

/** Returns the path of the object whose keys a path names; null for a path of values. */
export function objectOfKeys(path: string): string | null {
  return path.endsWith(KEYS) ? path.slice(0, -KEYS.length) : null;
}
