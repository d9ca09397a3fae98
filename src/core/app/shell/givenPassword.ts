const NAME = 'CABINET_PASSWORD';

/**
 * Takes the password from the environment, where a script put it; undefined where there is none.
 *
 * It is removed there: a child process inherits the environment, and a crash report may hold it.
 */
export function takeGivenPassword(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const password = environment[NAME];
  delete environment[NAME];
  return password;
}
