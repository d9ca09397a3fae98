import path from 'node:path';
import { describeError } from '#contract/describeError.ts';
import { logLine } from '#contract/shell.ts';
import type { LogLine } from '#contract/shell.ts';
import type { Files } from '../../platform/disk.ts';
import type { Log } from '../../platform/platform.ts';
import { cabinetVersion } from './version.ts';

const LARGEST = 1024 * 1024;
/** A longer sentence is cut: it may hold the text of a stranger's file. */
const LONGEST_SENTENCE = 8_000;
/** Line ends and control characters, which would break a line or act on a terminal. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Returns the log of every shell: `logs/cabinet.log` in the data folder.
 *
 * Secrets are removed. A full log becomes `cabinet.log.old` and replaces the previous one.
 * `dataDir` is called each time, since the data may be moved.
 */
export function fileLog(fs: Files, dataDir: () => string): Log {
  return (level, sentence) => {
    const folder = path.join(dataDir(), 'logs');
    const file = path.join(folder, 'cabinet.log');
    const line = `${new Date().toISOString()} ${level} ${withoutSecrets(sentence.slice(0, LONGEST_SENTENCE)).replaceAll(BREAKS, ' ')}\n`;
    try {
      fs.mkdirSync(folder, { recursive: true });
      if (!isOwn(fs, folder, file)) return;
      setFullAside(fs, file);
      fs.writeFileSync(file, line, { flag: 'a' });
    } catch {
      // A full disk must not keep the program from showing the message on screen.
    }
  };
}

/** Returns whether the log is a file in its folder: a link could lead to another file. */
function isOwn(fs: Files, folder: string, file: string): boolean {
  const isFolder = fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  return isFolder === true && (found === undefined || found.isFile());
}

/** The newest lines that a window shows. */
const SHOWN_LINES = 2000;
const LINE = /^(\d{4}-\d{2}-\d{2}T[\d:.]{1,15}Z) (info|warn|error) (.*)$/;

/**
 * Returns the newest lines of the log and of the one before it, oldest first.
 *
 * A larger file was not written by Cabinet, so only its end is read.
 */
export function logFileLines(fs: Files, dataDir: string): string[] {
  const folder = path.join(dataDir, 'logs');
  return ['cabinet.log.old', 'cabinet.log'].flatMap((name) =>
    endOf(fs, folder, path.join(folder, name))
      .split('\n')
      .filter((line) => line !== ''),
  );
}

/** Returns the last megabytes of a file, from the beginning of a line. */
function endOf(fs: Files, folder: string, file: string): string {
  const size = isOwn(fs, folder, file) ? fs.lstatSync(file, { throwIfNoEntry: false })?.size : 0;
  const bytes = Buffer.alloc(Math.min(size ?? 0, 2 * LARGEST));
  if (bytes.length === 0) return '';
  const handle = fs.openSync(file, 'r');
  try {
    const from = (size ?? 0) - bytes.length;
    const read = fs.readSync(handle, bytes, 0, bytes.length, from);
    const text = bytes.toString('utf8', 0, read);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    fs.closeSync(handle);
  }
}

/** The parts of a line of the log, as they are written. */
interface LineParts {
  readonly time: string;
  readonly level: string;
  readonly text: string;
}

/** Returns the parts of a line; null for a line that the log did not write. */
export function partsOfLine(line: string): LineParts | null {
  const [, time, level, text] = LINE.exec(line) ?? [];
  return time === undefined || level === undefined ? null : { time, level, text: text ?? '' };
}

/** Returns the newest lines of the log, newest first. */
export function newestLogLines(fs: Files, dataDir: string): LogLine[] {
  const lines = logFileLines(fs, dataDir).slice(-SHOWN_LINES).toReversed();
  return lines.flatMap((line) => {
    const { time = '', level, text } = partsOfLine(line) ?? {};
    const read = logLine.safeParse({ at: Date.parse(time), level, text });
    return read.success ? [read.data] : [];
  });
}

/**
 * Writes errors that nothing catches to the log, with version and stack.
 *
 * They end the program as before. The returned function stops it.
 */
export function logUncaught(log: Log): () => void {
  const write = (thrown: unknown) => logUnexpected(log, thrown);
  process.on('uncaughtExceptionMonitor', write);
  return () => process.off('uncaughtExceptionMonitor', write);
}

/** Writes an error that nothing caught to the log. */
export function logUnexpected(log: Log, thrown: unknown): void {
  log('error', `An unexpected error in Cabinet ${cabinetVersion()}: ${describeError(thrown)}`);
}

const REMOVED = '[removed]';
/** Secrets that a sentence of another program may contain; our own sentences contain none. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, REMOVED],
  [/\/\/[^\s/@]+@/g, `//${REMOVED}@`],
  [
    /((?:password|passwd|token|secret|authorization|api[-_]?key)["']?\s*[:=]\s*["']?)(?!\[removed\]|Bearer|Basic)[^\s"',;&}]+/gi,
    `$1${REMOVED}`,
  ],
];

/** Returns a sentence without tokens, passwords and credentials of an address. */
export function withoutSecrets(sentence: string): string {
  return SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), sentence);
}

function setFullAside(fs: Files, file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGEST) return;
  try {
    fs.renameSync(file, `${file}.old`);
  } catch {
    // On Windows the log cannot be renamed while it is open elsewhere; it then grows until it is
    // closed.
  }
}
