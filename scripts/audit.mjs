// Checks the packages of the lock files against the known vulnerabilities in the registry. Fails on
// a vulnerability of high severity or worse. When the registry does not answer, it fails only with
// `CABINET_AUDIT=required`; otherwise it warns that nothing was checked.
import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

const BAD = new Set(['high', 'critical']);
const WHERE = [
  ['the program and its tools', root],
  ['the benchmark', `${root}/bench/peers`],
  ['the search for lines without a test', `${root}/tools/mutate`],
];

for (const [what, folder] of WHERE) check(what, folder);

function check(what, cwd) {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd,
    encoding: 'utf8',
    // On Windows npm is a shell script.
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = read(stdout);
  if (report?.vulnerabilities === undefined) return sayUnknown(what, report?.message ?? stderr);
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => BAD.has(severity));
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}`);
  console.log(
    `Dependency audit of ${what}: ${found.length} known faults of high severity or worse`,
  );
  if (found.length > 0) process.exitCode = 1;
}

function sayUnknown(what, reason) {
  const line = '!'.repeat(80);
  console.error(
    `${line}\nDependency audit of ${what}: NOT DONE. The registry did not answer:\n${reason.trim()}\nRun \`npm run audit\` where it can be reached before you give this version to anybody.\n${line}`,
  );
  if (process.env.CABINET_AUDIT === 'required') process.exitCode = 1;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
