import { expect } from 'vitest';
import { itKeepsLastWords } from './lastWords.ts';

itKeepsLastWords(
  'where Linux or a Mac is shut down, everything is written down first',
  ({ double }) => {
    const event = new double.Preventable();
    double.power.emit('shutdown', event);
    expect(event.defaultPrevented).toBe(true);
  },
);
