/** Returns the result of the work, and its processor time in seconds. */
export async function timed<T>(work: () => T | Promise<T>) {
  const began = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(began);
  return { result, seconds: (user + system) / 1e6 };
}
