import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Platform } from '../platform/platform.ts';
import {
  certificateSecretName,
  leftSecretName,
  makeSecretName,
  ownSecretName,
  passwordSecretName,
  proxySecretName,
  secretName,
} from './secretName.ts';
import type { MetaStore } from '../store/metaStore.ts';

type SecretPlace = Pick<Platform, 'profile' | 'secrets'>;
type Meta = Pick<MetaStore, 'get'>;

const signInSchema = z.object({ url: z.string(), email: z.string(), token: z.string() }).readonly();

/** A token with its service address and account, the only ones that it is valid for. */
export type SignIn = z.infer<typeof signInSchema>;

/** Returns the stored sign-in of the profile's account; null if there is none for this account. */
export async function readSignIn(place: SecretPlace, meta: Meta): Promise<SignIn | null> {
  const name = ownSecretName(place.profile, meta);
  const signIn = await (name === null ? readEarlier(place, meta) : readKept(place, name));
  return signIn !== null && isOf(signIn, meta) ? signIn : null;
}

/** Returns whether a sign-in belongs to the profile's current account. */
export function isOf({ url, email }: SignIn, meta: Meta): boolean {
  return url === meta.get('url') && email === meta.get('email');
}

/** Stores a sign-in, replacing the former one. */
export async function keepSignIn(
  place: SecretPlace & Pick<Platform, 'random'>,
  meta: MetaStore,
  signIn: SignIn,
): Promise<void> {
  const { profile, secrets, random } = place;
  await secrets.set(makeSecretName(profile, meta, random.id), JSON.stringify(signIn));
  await secrets.remove(secretName(profile));
  await forgetLeft(place, meta);
}

/** Removes the sign-in of a profile under all its names. */
export async function forgetSignIn({ profile, secrets }: SecretPlace, meta: Meta): Promise<void> {
  const name = ownSecretName(profile, meta);
  if (name !== null) await secrets.remove(name);
  await secrets.remove(secretName(profile));
  await forgetLeft({ profile, secrets }, meta);
}

/** Removes the original's sign-in, which a copied data folder may hold. */
async function forgetLeft({ profile, secrets }: SecretPlace, meta: Meta): Promise<void> {
  const left = leftSecretName(profile, meta);
  if (left === null) return;
  await secrets.removeCopied?.(left);
  await secrets.removeCopied?.(proxySecretName(left));
  await secrets.removeCopied?.(passwordSecretName(left));
  await secrets.removeCopied?.(certificateSecretName(left));
}

async function readKept({ secrets }: SecretPlace, name: string): Promise<SignIn | null> {
  const kept = await secrets.get(name);
  return kept === null ? null : parsed(kept);
}

/**
 * Returns the sign-in of an earlier version, which stored the token without its account.
 *
 * Only work without a name of its own has one: a restored backup may name the service of somebody
 * else.
 * A completed pull since the account was chosen proves that the service accepted the token. After a
 * failed sign-in there is none.
 */
async function readEarlier({ profile, secrets }: SecretPlace, meta: Meta): Promise<SignIn | null> {
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
    // An unreadable entry is no sign-in, so the user signs in again.
    return null;
  }
}
