// Packs Cabinet for the system on which this runs, into `dist`. It needs Electron's own download;
// `pack:check` looks at everything that does not.
import { build } from 'electron-builder';
import config from '../electron-builder.config.mjs';
import { buildIfStale, root } from './build.mjs';
import { foreignTerms, parts, writeNotices } from './pack/licences.ts';

buildIfStale();
const all = parts();
const foreign = foreignTerms(all).map(({ name, licence }) => `${name} (${licence})`);
if (foreign.length > 0) throw new Error(`Nobody agreed to the terms of ${foreign.join(', ')}`);
writeNotices(all);
await build({ config, projectDir: root, publish: 'never' });
