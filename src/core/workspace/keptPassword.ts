import { z } from '#contract/zod.ts';
import type { Platform } from '../platform/platform.ts';
import type { MetaStore, SettingStore } from '../store/metaStore.ts';
import { makeSecretName, ownSecretName, passwordSecretName } from './secretName.ts';

/** Key of the mark that a password is stored. */
const KEPT = 'session:password';

const keptSchema = z.object({ url: z.string(), email: z.string(), password: z.string() });

/** A password with the account that it belongs to. */
export type KeptPassword = z.infer<typeof keptSchema>;

/** The parts of a workspace that a stored password needs. */
export interface PasswordPlace {
  readonly platform: Pick<Platform, 'profile' | 'secrets' | 'random'>;
  readonly meta: MetaStore;
  readonly settings: Pick<SettingStore, 'all'>;
}

/**
 * Stores the password of a sign-in if the setting asks for it and the system seals it.
 *
 * Otherwise an earlier one is removed.
 */
export async function keepPassword(place: PasswordPlace, kept: KeptPassword): Promise<void> {
  const { platform, meta } = place;
  if (!(await mayKeep(place))) return forgetPassword(platform, meta);
  const { profile, secrets, random } = platform;
  const own = makeSecretName(profile, meta, random.id);
  meta.set(KEPT, '1');
  await secrets.set(passwordSecretName(own), JSON.stringify(kept));
}

/** Returns the stored password of the profile's account; null without one. */
export async function readPassword(place: PasswordPlace): Promise<KeptPassword | null> {
  const { platform, meta } = place;
  const own = ownSecretName(platform.profile, meta);
  if (own === null || meta.get(KEPT) === null || !(await mayKeep(place))) return null;
  const text = await platform.secrets.get(passwordSecretName(own));
  const kept = text === null ? null : parsed(text);
  const isOwn = kept?.url === meta.get('url') && kept?.email === meta.get('email');
  return isOwn ? kept : null;
}

/**
 * Removes the stored password, if there is one.
 *
 * A restored backup may be older than the mark, so the mark is not asked.
 */
export async function forgetPassword(
  { profile, secrets }: Pick<Platform, 'profile' | 'secrets'>,
  meta: Pick<MetaStore, 'get' | 'remove'>,
): Promise<void> {
  await removePassword({ profile, secrets }, meta);
  meta.remove(KEPT);
}

/** Removes the stored password in the background. */
export function forgetPasswordSoon(
  platform: Pick<Platform, 'profile' | 'secrets' | 'log'>,
  meta: Pick<MetaStore, 'get' | 'remove'>,
): void {
  forgetPassword(platform, meta).catch((thrown: unknown) =>
    platform.log('warn', `The stored password could not be removed: ${String(thrown)}`),
  );
}

/** Removes the stored password of a profile that is deleted. */
export async function removePassword(
  { profile, secrets }: Pick<Platform, 'profile' | 'secrets'>,
  meta: Pick<MetaStore, 'get'>,
): Promise<void> {
  const own = ownSecretName(profile, meta);
  if (own !== null) await secrets.remove(passwordSecretName(own));
}

async function mayKeep({ platform, settings }: PasswordPlace): Promise<boolean> {
  return settings.all().rememberPassword === 'on' && (await platform.secrets.seals?.()) === true;
}

function parsed(text: string): KeptPassword | null {
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    // An unreadable entry is no password, so the user signs in again.
    return null;
  }
}
