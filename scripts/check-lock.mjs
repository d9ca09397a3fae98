// Fails when package-lock.json would not install everywhere. That is an optional platform package
// without an entry (npm ci refuses such a lock), an entry without integrity, or an entry that names
// a remote host.
import fs from 'node:fs';

const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const nameOf = (key) => key.replace(/^.*node_modules\//, '');
const known = new Set(Object.keys(packages).map(nameOf));
const faults = [];
for (const [key, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!known.has(name)) faults.push(`${key}: no entry for ${name}`);
  if (entry.link || !key.includes('node_modules/')) continue;
  if (!entry.integrity) faults.push(`${key}: no integrity`);
  if (/^https?:/.test(entry.resolved ?? '')) faults.push(`${key}: names a host`);
}
console.log(faults.join('\n') || 'package-lock.json: ok');
process.exit(faults.length > 0 ? 1 : 0);
