import type { Core } from '#core/app/core.ts';

/**
 * Updates data derived from the records before they are read.
 *
 * A terminal call would end before the background update. If another Cabinet has the profile open
 * for writing, its last results are used.
 */
export async function bringInLine(
  core: Core,
  name: 'problems.check' | 'pulls.settle' | 'learned.count',
): Promise<void> {
  try {
    await core.call(name, {});
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'busy';
}
