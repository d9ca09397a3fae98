import { isLoopback, withScheme } from '#contract/address.ts';
import { visibleText } from '#contract/visibleText.ts';

/** What a person types to sign in. */
export interface SignInValues {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Accepts that the password travels in plain sight, where it would. */
  readonly unencrypted: boolean;
}
export type SignInFault = 'url' | 'urlShape' | 'email' | 'password' | 'unencrypted';
export type SignInFaults = Partial<Record<keyof SignInValues, SignInFault>>;

/** What is still missing before the service can be asked. */
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

/** Tells whether a password would travel in plain sight: http to another computer. */
export function isInsecure(text: string): boolean {
  const parsed = URL.parse(withScheme(text));
  return parsed?.protocol === 'http:' && !isLoopback(parsed.hostname);
}

/** Tells whether a profile can be named so: it becomes a folder on every system. */
export function isProfileName(text: string): boolean {
  return /^[\p{L}\d_-]{1,40}$/u.test(text);
}

/** The name under which a profile is there already: where a system tells no case apart, two names are one folder. */
export function knownName(profiles: readonly { readonly name: string }[], name: string): string {
  const same = (each: string) => each.toLowerCase() === name.toLowerCase();
  return profiles.find((each) => same(each.name))?.name ?? name;
}
