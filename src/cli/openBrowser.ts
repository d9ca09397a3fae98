import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Opens an address in the user's browser.
 *
 * Returns the function that removes the temporary file. The address holds a secret, so it is passed
 * in a file that only this user can read, not as an argument.
 */
export function openBrowser(url: string, failed: () => void): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-open-'));
  const file = path.join(folder, 'cabinet.html');
  fs.writeFileSync(file, redirectTo(url), { mode: 0o600 });
  const [program, args] = openerOf(file);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', failed);
  // The opener exists even without a browser; it then exits with a code.
  child.on('exit', (code) => {
    if (code !== null && code !== 0) failed();
  });
  child.unref();
  return () => fs.rmSync(folder, { recursive: true, force: true });
}

function redirectTo(url: string): string {
  const escaped = url.replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${escaped}"><title>Cabinet</title>\n`;
}

function openerOf(file: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [file]];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', file]];
  return ['xdg-open', [file]];
}
