import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { built } from '#test/support/built.ts';

/** The files of the program as it is shipped, and of the one that does nothing but work on a profile. */
export interface KilledProgram {
  readonly terminal: string;
  readonly worker: string;
  readonly workload: string;
}

/**
 * Builds the program that the test kills.
 *
 * A process started from the sources spends most of its life compiling them.
 */
export async function buildKilled(): Promise<KilledProgram> {
  const terminal = fileURLToPath(built('main/cli.js'));
  const root = path.join(path.dirname(terminal), '../..');
  const folder = path.join(root, 'out/proof/killed');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: 'test/core/app/crash/workload.ts',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
    },
  });
  return {
    terminal,
    worker: path.join(path.dirname(terminal), 'worker.js'),
    workload: path.join(folder, 'workload.js'),
  };
}
