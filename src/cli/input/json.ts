import fs from 'node:fs';
import { AppError, invalid } from '#contract/errors.ts';
import { equalKeyIssue } from '#contract/equalKey.ts';
import { json } from '#contract/json.ts';
import { jsonFault } from '#contract/jsonFault.ts';
import type { Json } from '#contract/json.ts';
import { show } from '#contract/values.ts';
import { readJson } from '#core/service/json.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Reads JSON from a file, or from stdin for `-`.
 *
 * Throws `invalid` with the position of a syntax error.
 */
export async function readJsonInput(path: string, place: string): Promise<Json> {
  const name = path === '-' ? 'stdin' : path;
  const bytes = await readLimited(path, place);
  const reading = readJson(bytes, MOST_BYTES);
  // Parsed again without the guard: keys that it drops must be reported to the user.
  if (reading.readable && reading.finite) return parsed(reading.text, place);
  throw brokenJson(bytes, name, place, reading.readable ? 'holds a number too large' : reading.why);
}

/** Parses valid JSON; of equal keys one would be lost without a word. */
function parsed(text: string, place: string): Json {
  const twice = equalKeyIssue(text);
  if (twice === null) return json.parse(JSON.parse(text));
  throw invalid([{ ...twice, place: `${place}: ${twice.place}` }]);
}

/** Reads part by part, because a device or a pipe has no size and may never end. */
async function readLimited(path: string, place: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of path === '-' ? process.stdin : fs.createReadStream(path)) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > MOST_BYTES) throw tooLarge(path === '-' ? 'stdin' : path, place);
      parts.push(bytes);
    }
  } catch (error) {
    if (error instanceof AppError || path === '-') throw error;
    const value = `${path} ${whyUnreadable(error)}`;
    throw invalid([{ place, value, expected: 'a JSON file that you may read' }]);
  }
  return Buffer.concat(parts);
}

function tooLarge(path: string, place: string): AppError {
  const value = `${path} is larger than ${MOST_BYTES} bytes`;
  return invalid([{ place, value, expected: 'JSON' }]);
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'does not exist';
  return code === 'EISDIR' ? 'is a folder' : 'cannot be read';
}

function brokenJson(bytes: Buffer, name: string, place: string, why: string) {
  const fault = why === 'is not JSON' ? jsonFault(textOf(bytes)) : null;
  if (fault === null) return invalid([{ place, value: `${name} ${why}`, expected: 'JSON' }]);
  const where = `line ${fault.line}, column ${fault.column}`;
  const value = `${name}, ${where}: ${fault.found === '' ? 'the end of the text' : show(fault.found)}`;
  return invalid([{ place, value, expected: fault.expected }]);
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}
