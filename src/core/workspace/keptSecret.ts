import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Platform } from '../platform/platform.ts';
import { leftSecretName, makeSecretName, ownSecretName, secretName } from './secretName.ts';
import type { MetaStore } from '../store/metaStore.ts';

type Place = Pick<Platform, 'profile' | 'secrets'>;
type Meta = Pick<MetaStore, 'get'>;

const signInSchema = z.object({ url: z.string(), email: z.string(), token: z.string() }).readonly();

/** A token, and what it is for: it is worth nothing anywhere else. */
export type SignIn = z.infer<typeof signInSchema>;

/** The sign-in that is kept for a profile's account; null where there is none, or only one for another account. */
export async function readSignIn(place: Place, meta: Meta): Promise<SignIn | null> {
  const name = ownSecretName(place.profile, meta);
  const kept = name === null ? null : await place.secrets.get(name);
  const signIn = kept === null ? await readEarlier(place, meta) : parsed(kept);
  return signIn !== null && isOf(signIn, meta) ? signIn : null;
}

/** Tells whether a sign-in is for the account that the profile has now. */
export function isOf({ url, email }: SignIn, meta: Meta): boolean {
  return url === meta.get('url') && email === meta.get('email');
}

/** Keeps a sign-in in the place of the one before. */
export async function keepSignIn(
  place: Place & Pick<Platform, 'random'>,
  meta: MetaStore,
  signIn: SignIn,
): Promise<void> {
  const { profile, secrets, random } = place;
  await secrets.set(makeSecretName(profile, meta, random.id), JSON.stringify(signIn));
  await secrets.remove(secretName(profile));
  await forgetLeft(place, meta);
}

/** Forgets the sign-in of a profile, under whatever name it was kept. */
export async function forgetSignIn({ profile, secrets }: Place, meta: Meta): Promise<void> {
  const name = ownSecretName(profile, meta);
  if (name !== null) await secrets.remove(name);
  await secrets.remove(secretName(profile));
  await forgetLeft({ profile, secrets }, meta);
}

/** A copied data folder may hold the sign-in of the original. */
async function forgetLeft({ profile, secrets }: Place, meta: Meta): Promise<void> {
  const left = leftSecretName(profile, meta);
  if (left !== null) await secrets.removeCopied?.(left);
}

/**
 * A token of before says nothing of what it is for. That a list was read to its end since the account was
 * chosen shows that the service took it; a sign-in that failed halfway left none.
 */
async function readEarlier({ profile, secrets }: Place, meta: Meta): Promise<SignIn | null> {
  const token = await secrets.get(secretName(profile));
  const [url, email] = [meta.get('url'), meta.get('email')];
  if (token === null || url === null || email === null) return null;
  const wasTaken = KINDS.some((kind) => meta.get(`lastPull:${kind}`) !== null);
  return wasTaken ? { url, email, token } : null;
}

function parsed(kept: string): SignIn | null {
  try {
    return signInSchema.parse(JSON.parse(kept));
  } catch {
    // What is not ours is no sign-in: the person signs in again.
    return null;
  }
}
