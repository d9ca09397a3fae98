import type { MetaStore } from '../store/metaStore.ts';

type Meta = Pick<MetaStore, 'get' | 'set'>;

/**
 * Key of the id that separates profiles of the same name in different data folders; it is stored in
 * `work.db`.
 */
export const OWN_SECRET = 'secret';

/** Key of the id that a copied profile had in its original folder. */
export const LEFT_SECRET = 'secret:left';

/**
 * Returns the name under which a copied data folder may hold the original's sign-in; null if none.
 */
export function leftSecretName(profile: string, meta: Pick<Meta, 'get'>): string | null {
  const id = meta.get(LEFT_SECRET);
  return id === null ? null : nameOf(profile, id);
}

/**
 * Returns the name of a profile's token in earlier versions, which is a prefix of all its names.
 */
export function secretName(profile: string): string {
  return `token:${profile}`;
}

/** Returns the name of this profile's token; null before the first sign-in. */
export function ownSecretName(profile: string, meta: Pick<Meta, 'get'>): string | null {
  const id = meta.get(OWN_SECRET);
  return id === null ? null : nameOf(profile, id);
}

/** Returns the name of this profile's token; creates one with `id` if there is none. */
export function makeSecretName(profile: string, meta: Meta, id: () => string): string {
  const known = ownSecretName(profile, meta);
  if (known !== null) return known;
  const made = id();
  meta.set(OWN_SECRET, made);
  return nameOf(profile, made);
}

/** Returns the name of a profile's proxy password, beside the name of its token. */
export function proxySecretName(own: string): string {
  return `${own}:proxy`;
}

/** Returns the name of a profile's client certificate, beside the name of its token. */
export function certificateSecretName(own: string): string {
  return `${own}:certificate`;
}

/** Returns the name of a profile's password of the service, beside the name of its token. */
export function passwordSecretName(own: string): string {
  return `${own}:password`;
}

/** Returns whether a name belongs to a profile; profile names hold no colon. */
export function isSecretOf(profile: string, name: string): boolean {
  return name === secretName(profile) || name.startsWith(nameOf(profile, ''));
}

function nameOf(profile: string, id: string): string {
  return `${secretName(profile)}:${id}`;
}

/** Key of the mark that the service rejected the stored token, valid until the next sign-in. */
export const EXPIRED = 'session:expired';
