import { expect } from 'vitest';
import { itKeepsLastWords } from './lastWords.ts';

// Windows notifies neither the page nor the app of the session's end, unless it is asked to wait.
itKeepsLastWords(
  'where Windows is shut down or a person signs out, everything is written down first',
  ({ window, double }) => {
    const event = new double.Preventable();
    window().emit('query-session-end', event);
    expect(event.defaultPrevented).toBe(true);
  },
);
