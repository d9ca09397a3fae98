#!/usr/bin/env node
import { nodeFault } from './nodeGuard.ts';

// Nothing else is imported before this check: an older Node would crash on the first native module.
const fault = nodeFault(process.versions);
if (fault === null) {
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 5;
}
