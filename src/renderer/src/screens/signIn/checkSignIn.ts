import { isLoopback, withScheme } from '#contract/address.ts';
import { visibleText } from '#contract/visibleText.ts';

/** The typed values of the form. */
export interface SignInValues {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** True if the user accepts that the password is sent unencrypted. */
  readonly unencrypted: boolean;
}
export type SignInFault = 'url' | 'urlShape' | 'email' | 'password' | 'unencrypted';
export type SignInFaults = Partial<Record<keyof SignInValues, SignInFault>>;

/** Returns the faults to fix before signing in. */
export function checkSignIn({ url, email, password, unencrypted }: SignInValues): SignInFaults {
  const urlFault = faultOfUrl(url.trim());
  return {
    ...(urlFault === null ? {} : { url: urlFault }),
    ...(visibleText(email) === '' ? { email: 'email' as const } : {}),
    ...(password === '' ? { password: 'password' as const } : {}),
    ...(isInsecure(url) && !unencrypted ? { unencrypted: 'unencrypted' as const } : {}),
  };
}

function faultOfUrl(url: string): SignInFault | null {
  if (url === '') return 'url';
  const parsed = URL.parse(withScheme(url));
  const isAddress = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '';
  return isAddress ? null : 'urlShape';
}

/** Returns whether the password would be sent unencrypted to another computer. */
export function isInsecure(text: string): boolean {
  const parsed = URL.parse(withScheme(text));
  return parsed?.protocol === 'http:' && !isLoopback(parsed.hostname);
}

/** Returns whether the name is valid for a profile; it becomes a folder on every system. */
export function isProfileName(text: string): boolean {
  return /^[\p{L}\d_-]{1,40}$/u.test(text);
}

/**
 * Returns the existing spelling of a profile name.
 *
 * On systems that ignore case, two spellings would be one folder.
 */
export function knownName(profiles: readonly { readonly name: string }[], name: string): string {
  const same = (each: string) => each.toLowerCase() === name.toLowerCase();
  return profiles.find((each) => same(each.name))?.name ?? name;
}
