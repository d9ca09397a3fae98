import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles a program that a test starts many times, and returns the path of the bundle.
 *
 * A process started from the sources spends most of its life compiling them.
 *
 * @param entry the path of the program, from the root of the project.
 */
export async function bundled(entry: string): Promise<string> {
  const { name } = path.parse(entry);
  const folder = path.join(root, 'out/proof', name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: { ssr: entry, outDir: folder, emptyOutDir: true, minify: false },
  });
  return path.join(folder, `${name}.js`);
}
