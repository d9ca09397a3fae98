import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { AppError, invalid } from '#contract/errors.ts';

/** A terminal input that can hide typed text. */
export interface HiddenInput extends Readable {
  readonly setRawMode: (raw: boolean) => unknown;
}

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const END = '\u0004';
const ERASE = new Set(['\u0008', '\u007f']);

/**
 * Asks for a line that stays hidden while it is typed.
 *
 * Throws `cancelled` at Ctrl+C or the end of the input.
 */
export async function askHidden(
  question: string,
  input: HiddenInput,
  output: Writable,
): Promise<string> {
  output.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  try {
    return await readHidden(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    output.write('\n');
  }
}

function readHidden(input: Readable): Promise<string> {
  let typed: readonly string[] = [];
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      input.off('data', take);
      input.off('end', cancel);
      done();
    };
    const cancel = () => settle(() => reject(cancelled()));
    const take = (text: string) => {
      // An arrow key sends an escape sequence, which is no part of a password.
      if (text.startsWith('\u001b')) return;
      for (const sign of text) {
        if (ENTER.test(sign)) return settle(() => resolve(typed.join('')));
        if (sign === CTRL_C || sign === END) return cancel();
        typed = ERASE.has(sign) ? typed.slice(0, -1) : [...typed, sign];
      }
    };
    input.on('data', take);
    input.on('end', cancel);
  });
}

function cancelled(): AppError {
  return new AppError('cancelled', 'Cancelled. Nothing was changed.');
}

/**
 * Asks to confirm an action that cannot be undone; `--yes` confirms for a script.
 *
 * Throws `cancelled` for any other answer, `invalid` without a terminal.
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY)
    throw invalid([
      { place: '--yes', value: 'missing', expected: `--yes to confirm: ${question}` },
    ]);
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`${question} Type yes to confirm: `);
    if (answer.trim().toLowerCase() !== 'yes') throw cancelled();
  } finally {
    lines.close();
  }
}
