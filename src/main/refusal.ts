import { app } from 'electron';
import path from 'node:path';
import { sayRefusal } from './boxes.ts';
import { menuLanguage } from './menu.ts';
import type { Refusal } from './boxes.ts';

/** Exit code for input that is not accepted, as in the terminal. */
const INVALID = 2;

/**
 * Returns why the program must not start; null when it may.
 *
 * A page without a sandbox would have all rights of this user. The launcher of an AppImage switches the
 * sandbox off by itself where the system gives it no user namespaces. A word on the command line is
 * a command for the terminal; ignoring it would look as if it had been obeyed.
 */
export function refusalOf(words: readonly string[]): Refusal | null {
  if (!app.isPackaged) return null;
  if (app.commandLine.hasSwitch('no-sandbox')) return { why: 'noSandbox' };
  // A desktop passes files dropped on the icon as absolute paths or addresses.
  const word = words.find((each) => !path.isAbsolute(each) && !URL.canParse(each));
  return word === undefined ? null : { why: 'command', word };
}

/** Shows the reason on screen and in the terminal, then exits. */
export function refuse(refusal: Refusal): void {
  void app.whenReady().then(() => {
    process.stderr.write(`${sayRefusal(refusal, menuLanguage('system'))}\n`);
    app.exit(INVALID);
  });
}
