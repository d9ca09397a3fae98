import { asAppError } from '#contract/errors.ts';
import type { Core } from '#core/app/coreApi.ts';
import type { Log } from '#core/platform/platform.ts';
import { takeGivenPassword } from '#core/app/shell/givenPassword.ts';

/** Taken as the program starts: the processes of its windows inherit the environment. */
const password = takeGivenPassword();

/**
 * Signs in and pulls with `CABINET_URL`, `CABINET_EMAIL` and `CABINET_PASSWORD`, as the demo is
 * started. A profile that is signed in stays as it is.
 */
export async function signInFromEnvironment(core: Core, log: Log): Promise<void> {
  const { CABINET_URL: url, CABINET_EMAIL: email } = process.env;
  if (url === undefined || email === undefined || password === undefined) return;
  try {
    if ((await core.call('status.get', {})).signedIn) return;
    await core.call('session.login', { url, email, password });
    await core.call('sync.pull', {});
  } catch (thrown) {
    log('warn', `The sign-in that was asked for failed: ${asAppError(thrown).message}`);
  }
}
