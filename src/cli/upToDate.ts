import type { Core } from '#core/app/core.ts';

/**
 * Has `name` bring in line what is derived from the records: a terminal's call ends before that is done beside it.
 * Beside another Cabinet that writes, what that one has come to is shown.
 */
export async function bringInLine(
  core: Core,
  name: 'problems.check' | 'pulls.settle',
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
