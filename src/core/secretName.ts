/** Under which name a profile's token is kept. */
export function secretName(profile: string): string {
  return `token:${profile}`;
}

/** The mark that the service refused the kept token: it is worth nothing until the next sign-in. */
export const EXPIRED = 'session:expired';
