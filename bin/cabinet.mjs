#!/usr/bin/env node
// Starts the terminal of an installed package. `npm pack` alone runs no script of this project, so the
// package may have been made without its program.
import fs from 'node:fs';

const program = new URL('../out/main/cli.js', import.meta.url);
if (fs.existsSync(program)) await import(program);
else {
  console.error('This package was made without its program. Make it with `npm run pack:terminal`.');
  process.exitCode = 5;
}
