import { itKeepsLastWords } from './lastWords.ts';

itKeepsLastWords('closing the window writes everything down and ends the program', ({ window }) =>
  window().close(),
);
