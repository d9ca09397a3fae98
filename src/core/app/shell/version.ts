import fs from 'node:fs';
import { z } from '#contract/zod.ts';
import { findUpward } from './findUpward.ts';

const manifest = z.object({ version: z.string() });

/** Returns the version of this Cabinet from its package. */
export function cabinetVersion(): string {
  const file = findUpward('package.json');
  const text = file === null ? '{"version":"0.0.0"}' : fs.readFileSync(file, 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
