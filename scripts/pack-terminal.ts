// Packs the terminal as an npm package into `dist`: the built program with the licence notices of
// all parts. Writes a bill of materials and a checksum beside it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildIfStale, root } from './build.mjs';
import { agreedParts, finish } from './pack/finish.ts';

const NPM = process.env['npm_execpath'];
if (NPM === undefined) throw new Error('Run this with npm: npm run pack:terminal');

buildIfStale();
const inside = agreedParts();
const folder = path.join(root, 'dist');
fs.mkdirSync(folder, { recursive: true });
const { status } = spawnSync(process.execPath, [NPM, 'pack', '--pack-destination', folder], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) await finish(folder, inside);
process.exitCode = status ?? 1;
