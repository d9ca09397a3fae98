/** The variables that may hold a password or the passphrase of a client certificate. */
type Name = 'CABINET_PASSWORD' | 'CABINET_PASSPHRASE';

/**
 * Takes a password from the environment; undefined without one.
 *
 * It is removed there, because child processes inherit the environment and a crash report may
 * contain it.
 */
export function takeGivenPassword(
  environment: NodeJS.ProcessEnv = process.env,
  name: Name = 'CABINET_PASSWORD',
): string | undefined {
  const password = environment[name];
  delete environment[name];
  return password;
}
