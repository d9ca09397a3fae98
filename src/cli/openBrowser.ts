import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Opens an address in the person's browser and gives the function that removes what that took. The
 * address holds a secret, so it travels in a file that only this user may read, never as an argument.
 */
export function openBrowser(url: string, failed: () => void): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-open-'));
  const file = path.join(folder, 'cabinet.html');
  fs.writeFileSync(file, redirectTo(url), { mode: 0o600 });
  const [program, args] = openerOf(file);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', failed);
  // What opens pages is there where no browser is; then it ends with a code.
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
