import { LONGEST_REPORT } from './shell.ts';

/** The frames of the stack that a log line keeps. */
const FRAMES = 10;

/**
 * Describes an unexpected error in one line for the log: message, then its stack.
 *
 * `TypeError: x is not a function | at draw (grid.js:12:3) | at …`
 */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, LONGEST_REPORT);
  const frames = (thrown.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at |@/.test(line))
    .slice(0, FRAMES);
  return [`${thrown.name}: ${thrown.message}`, ...frames].join(' | ').slice(0, LONGEST_REPORT);
}
