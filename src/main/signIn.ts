import { asAppError } from '#contract/errors.ts';
import type { Core } from '#core/app/coreApi.ts';
import type { Log } from '#core/platform/platform.ts';
import { takeGivenPassword } from '#core/app/shell/givenPassword.ts';

/** Read at the start, because the window processes inherit the environment. */
const password = takeGivenPassword();
takeGivenPassword(process.env, 'CABINET_PASSPHRASE');

/**
 * Signs in with `CABINET_URL`, `CABINET_EMAIL` and `CABINET_PASSWORD`, then pulls.
 *
 * `npm start -- --demo` sets these variables. A signed-in profile stays as it is.
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
