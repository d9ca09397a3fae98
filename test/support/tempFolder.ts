import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of this test's own, removed when it ends. */
export function tempFolder(): string {
  // Its real place: on macOS the folder for temporary files is a link.
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-')));
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
