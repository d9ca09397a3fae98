import fs from 'node:fs';
import path from 'node:path';
import { isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';

const NEWLINE = 10;
const CHUNK = 1 << 20;

/** The log of changes, written before they are answered. */
export interface Journal {
  append(entry: JsonObject): void;
  close(): void;
}

/** A journal that stores nothing, for a service in memory. */
export const NO_JOURNAL: Journal = { append: () => undefined, close: () => undefined };

/**
 * Reads a journal; undefined when there is none.
 *
 * A torn last line is ignored, because it was never answered. Throws for any other damage.
 */
export function readJournal(file: string): JsonObject[] | undefined {
  if (!fs.existsSync(file)) return undefined;
  const bytes = fs.readFileSync(file);
  const entries: JsonObject[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    entries.push(readLine(bytes.toString('utf8', start, end), entries.length + 1));
    start = end + 1;
  }
  return entries;
}

function readLine(line: string, number: number): JsonObject {
  try {
    const entry = parseJson(line);
    if (isObject(entry)) return entry;
  } catch {
    // Thrown below, together with lines that are JSON but no entry.
  }
  throw new Error(`the state journal is damaged in line ${number}`);
}

/** Replaces the journal by `entries` atomically and opens it for appending. */
export function rewriteJournal(file: string, entries: Iterable<JsonObject>): Journal {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const fd = fs.openSync(fresh, 'w');
  writeAll(fd, entries);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
  fs.renameSync(fresh, file);
  return openJournal(file);
}

function writeAll(fd: number, entries: Iterable<JsonObject>): void {
  let text = '';
  for (const entry of entries) {
    text += `${JSON.stringify(entry)}\n`;
    if (text.length < CHUNK) continue;
    fs.writeFileSync(fd, text);
    text = '';
  }
  fs.writeFileSync(fd, text);
}

// A synchronous write is in the kernel when it returns, so a kill of this process cannot lose it.
function openJournal(file: string): Journal {
  const fd = fs.openSync(file, 'a');
  return {
    append: (entry) => fs.writeFileSync(fd, `${JSON.stringify(entry)}\n`),
    close: () => fs.closeSync(fd),
  };
}
