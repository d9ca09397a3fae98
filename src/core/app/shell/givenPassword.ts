const NAME = 'CABINET_PASSWORD';

/**
 * Takes the password from the environment; undefined without one.
 *
 * It is removed there, because child processes inherit the environment and a crash report may
 * contain it.
 */
export function takeGivenPassword(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const password = environment[NAME];
  delete environment[NAME];
  return password;
}
