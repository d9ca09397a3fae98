import type { MetaStore } from '../store/metaStore.ts';

type Meta = Pick<MetaStore, 'get' | 'set'>;

/** What a profile is known by among those of the same name in other data folders; it moves with the work. */
export const OWN_SECRET = 'secret';

/** What a copied profile was known by in the place that it was copied from. */
export const LEFT_SECRET = 'secret:left';

/** Returns the name under which a copied data folder may still hold the original's sign-in. */
export function leftSecretName(profile: string, meta: Pick<Meta, 'get'>): string | null {
  const id = meta.get(LEFT_SECRET);
  return id === null ? null : nameOf(profile, id);
}

/** Under which name a profile's token was kept before data folders were told apart; all of its names begin so. */
export function secretName(profile: string): string {
  return `token:${profile}`;
}

/** Under which name this profile's token is kept; null where nobody signed in on it yet. */
export function ownSecretName(profile: string, meta: Pick<Meta, 'get'>): string | null {
  const id = meta.get(OWN_SECRET);
  return id === null ? null : nameOf(profile, id);
}

/** The same, made up with `id` where there is none yet. */
export function makeSecretName(profile: string, meta: Meta, id: () => string): string {
  const known = ownSecretName(profile, meta);
  if (known !== null) return known;
  const made = id();
  meta.set(OWN_SECRET, made);
  return nameOf(profile, made);
}

/** Tells whether a name is one of a profile; none of a profile holds a colon. */
export function isSecretOf(profile: string, name: string): boolean {
  return name === secretName(profile) || name.startsWith(nameOf(profile, ''));
}

function nameOf(profile: string, id: string): string {
  return `${secretName(profile)}:${id}`;
}

/** The mark that the service refused the kept token: it is worth nothing until the next sign-in. */
export const EXPIRED = 'session:expired';
