import { AppError, why } from '#contract/errors.ts';
import type { Policy } from '#contract/managed.ts';

/** Throws `state` while the managed file has a fault, since it may allow only one service. */
export function refuseUnknownPolicy(policy: Policy | undefined): void {
  const fault = policy?.fault ?? null;
  if (fault === null) return;
  throw new AppError(
    'state',
    `Signing in is blocked until an administrator corrects the managed settings file. ${fault}`,
    { why: why('managed-fault', { fault }) },
  );
}
