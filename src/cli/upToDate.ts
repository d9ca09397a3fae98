import type { Core } from '#core/core.ts';

/**
 * Has `name` bring in line what is derived from the records: a terminal's call ends before that is done beside it.
 * False beside another Cabinet that writes: what that one has come to is shown.
 */
export async function bringInLine(
  core: Core,
  name: 'problems.check' | 'pulls.settle',
): Promise<boolean> {
  try {
    await core.call(name, {});
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'busy';
}
