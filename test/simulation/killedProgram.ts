import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '#test/support/built.ts';
import { bundled } from '#test/support/bundled.ts';

/** The files of the program as it is shipped, and of the one that does nothing but work on a profile. */
export interface KilledProgram {
  readonly terminal: string;
  readonly worker: string;
  readonly workload: string;
}

/** Builds the program that the test kills. */
export async function buildKilled(): Promise<KilledProgram> {
  const terminal = fileURLToPath(built('main/cli.js'));
  return {
    terminal,
    worker: path.join(path.dirname(terminal), 'worker.js'),
    workload: await bundled('test/core/app/crash/workload.ts'),
  };
}
