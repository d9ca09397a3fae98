#!/usr/bin/env node
// Nothing is imported before the check: an older Node would crash on the first native module.
const NEEDED = 22;

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
} else {
  process.stderr.write(
    `Cabinet needs Node ${NEEDED} or newer; this is v${process.versions.node}.\n`,
  );
  process.exitCode = 5;
}
