// Packs Cabinet for the current system into `dist`. Writes a bill of materials beside each package,
// and the checksums of all. It needs Electron's own download; `pack:check` checks everything that
// does not.
import { build } from 'electron-builder';
import path from 'node:path';
import config from '../electron-builder.config.mjs';
import { buildIfStale, root } from './build.mjs';
import { agreedParts, downloadFault, finish } from './pack/finish.ts';
import { partOf } from './pack/licences.ts';

buildIfStale();
const inside = [...agreedParts(), partOf('electron')];
try {
  await build({ config, projectDir: root, publish: 'never' });
  await finish(path.join(root, 'dist'), inside);
} catch (thrown) {
  const sentence = downloadFault(thrown);
  if (sentence === null) throw thrown;
  console.error(sentence);
  process.exitCode = 4;
}
