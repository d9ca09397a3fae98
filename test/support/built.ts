import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The address of a built file, after a build if the sources are newer. */
export function built(file: string): URL {
  execFileSync(process.execPath, [fileURLToPath(new URL('scripts/build.mjs', root))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new URL(`out/${file}`, root);
}

const load = createRequire(import.meta.url);

/** Loads a module with Node itself, as a program would: no test runner in between. */
export function nativeLoad(address: URL): unknown {
  return load(fileURLToPath(address));
}
