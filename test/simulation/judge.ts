import { asAppError } from '#contract/errors.ts';
import type { SimulatedDesk } from './desk.ts';
import type { Oracle } from './oracle.ts';

/** Judges an error of the program: reports those that the program must never give. */
export function judge(oracle: Oracle, desk: SimulatedDesk, error: unknown): void {
  const { code, message } = asAppError(error);
  const closed = message.includes('connection is not open') && desk.isDead();
  const injected = error instanceof Error && message.includes('failed here');
  oracle.expect('I14', code !== 'internal' || injected || closed, () => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    return `the program failed: ${message} ${stack.split('\n')[1] ?? ''}`;
  });
}
