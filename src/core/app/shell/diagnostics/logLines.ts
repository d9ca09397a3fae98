import { procedures } from '#contract/procedures.ts';
import { shellProcedures } from '#contract/shell.ts';
import type { Files } from '../../../platform/disk.ts';
import { logFileLines, partsOfLine } from '../fileLog.ts';
import { codesIn } from './reduce.ts';

/**
 * Known beginnings of log sentences. The rest of a sentence may hold anything, so only its codes
 * are kept.
 */
export const LOG_HEADS = [
  'A command ended with',
  'A group could not be queued to its end',
  'A helper was lost (',
  'A kept sign-in could not be opened',
  'A lost ',
  'A part did not end in order',
  'A record of ',
  'A sign-in could not be sealed',
  'A window was cut',
  'An unexpected error in Cabinet',
  'An error in a window of Cabinet',
  'Cabinet could not be opened',
  'Cabinet did not close cleanly',
  'Cabinet does not update itself',
  'Copies of a sheet stay until the next start',
  'No backup could be made',
  'No update could be had',
  'Pages are taken apart by the writer itself',
  'Pictures are not fetched for now',
  'Automatic sync',
  'Pictures could not be looked for',
  'Pictures could not be told of',
  'Problems could not be checked',
  'The address is not encrypted (http).',
  'The computer goes to sleep.',
  'The data folder is open to others',
  'The demo did not go on behind a move',
  'The last send before closing ended',
  'The list could not be brought in line yet',
  'The session could not be begun again',
  'The session has ended and was begun again.',
  'The stored password could not be removed',
  'Unneeded copies could not be noted',
  'What waits could not be counted',
  'The lists could not be rebuilt',
  'The profile cannot be read',
  'The push stopped',
  'The records could not be counted',
  'The sign-in that was asked for failed',
  'The text index',
  'The window was lost',
  'The window does not respond',
  'The window responds again',
  'The writer could not be started again',
  'The writer was lost',
  'Updates stopped',
  'What others changed could not be noted',
  'What was closed could not be sealed',
] as const;

const MOST_LINES = 500;
const UNKNOWN = '(a sentence that is not passed on)';

/** Returns the newest log lines with time, level, beginning and codes. */
export function readLog(fs: Files, dataDir: string): string {
  const kept = logFileLines(fs, dataDir).slice(-MOST_LINES);
  return kept.length === 0 ? 'There is no log.\n' : `${kept.map(reduceLine).join('\n')}\n`;
}

/** Returns a log line reduced to words of this program. */
export function reduceLine(line: string): string {
  const parts = partsOfLine(line);
  if (parts === null) return UNKNOWN;
  const { time, level, text } = parts;
  const codes = codesIn(text);
  return [time, level, headOf(text), ...(codes.length === 0 ? [] : [`[${codes.join(' ')}]`])]
    .join(' ')
    .trim();
}

function headOf(sentence: string): string {
  const head = LOG_HEADS.find((each) => sentence.startsWith(each));
  if (head !== undefined) return head.trim();
  const [name = ''] = sentence.split(':');
  const isCall = Object.hasOwn(procedures, name) || Object.hasOwn(shellProcedures, name);
  return isCall ? name : UNKNOWN;
}
