import { describeError } from '#contract/describeError.ts';
import type { CabinetClient } from '../client/cabinetClient.ts';

/** A page that fails again and again must not fill the log. */
const MOST_REPORTS = 50;

/**
 * Reports errors that nothing caught to the log of Cabinet.
 *
 * The returned function reports an error that React caught while drawing.
 */
export function reportErrors(client: CabinetClient): (thrown: unknown) => void {
  let reports = 0;
  const report = (thrown: unknown) => {
    if (reports === MOST_REPORTS) return;
    reports += 1;
    // Without a connection nothing can be logged.
    client.call('shell.report', { text: describeError(thrown) }).catch(() => {});
  };
  window.addEventListener('error', ({ error }) => {
    // Messages of the browser itself, such as a late resize notice, have no error.
    if (error instanceof Error) report(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return report;
}
