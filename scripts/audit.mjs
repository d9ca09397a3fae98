// Asks the registry for known faults of what is inside the program, and of what builds it. A registry
// that cannot be asked is said out loud; it is no proof either way.
import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

const BAD = new Set(['high', 'critical']);

const { stdout } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  // On Windows npm is a script of the shell.
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
const report = read(stdout);
if (report?.vulnerabilities === undefined) {
  console.log('Dependency audit: SKIPPED, the registry does not answer such questions here.');
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => BAD.has(severity));
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}`);
  console.log(`Dependency audit: ${found.length} known faults of high severity or worse`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
