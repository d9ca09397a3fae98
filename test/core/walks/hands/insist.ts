import { AppError } from '#contract/errors.ts';

/** A promise of Cabinet that did not hold. */
export class Fault extends Error {}

/** Ends the walk unless it holds; `more` is told with it. */
export function insist(holds: boolean, text: string, ...more: readonly unknown[]): asserts holds {
  if (!holds)
    throw new Fault([text, ...more.map((each) => JSON.stringify(each, null, 1))].join('\n'));
}

/** Throws unless the error is one that the core words for the user. */
export function insistInWords(thrown: unknown): void {
  insist(thrown instanceof AppError, String(thrown));
}

/** Insists that a person is refused it. */
export async function insistRefused(asked: Promise<unknown>, text: string): Promise<void> {
  await asked.then(() => insist(false, text), insistInWords);
}
